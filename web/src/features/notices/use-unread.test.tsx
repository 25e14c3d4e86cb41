import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';

import { createQueryClient } from '../../shared/api/query-client';
import { apiServer } from '../../test/api-server';
import { useUnread } from './use-unread';

const server = apiServer();
const MINUTE_MS = 60_000;

afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(document, 'visibilityState');
});

function setVisibility(value: 'hidden' | 'visible') {
  Object.defineProperty(document, 'visibilityState', { value, configurable: true });
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'));
  });
}

function poll() {
  const counter = { requests: 0 };
  server.use(
    http.get('*/api/notifications/count', () => {
      counter.requests += 1;
      return HttpResponse.json({ success: true, unread: counter.requests });
    }),
  );
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useUnread('reader'), { wrapper });
  return { counter, result };
}

it('asks once a minute, and not while the page is hidden', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { counter, result } = poll();
  await waitFor(() => {
    expect(result.current).toBe(1);
  });
  await act(() => vi.advanceTimersByTimeAsync(MINUTE_MS + 1_000));
  await waitFor(() => {
    expect(result.current).toBe(2);
  });
  setVisibility('hidden');
  await act(() => vi.advanceTimersByTimeAsync(5 * MINUTE_MS));
  expect(counter.requests).toBe(2);
  expect(result.current).toBe(2);
  setVisibility('visible');
  await waitFor(() => {
    expect(result.current).toBe(3);
  });
});

it('asks nothing for a page that opens in the background', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  setVisibility('hidden');
  const { counter, result } = poll();
  await act(() => vi.advanceTimersByTimeAsync(2 * MINUTE_MS));
  expect(counter.requests).toBe(0);
  setVisibility('visible');
  await waitFor(() => {
    expect(result.current).toBe(1);
  });
});
