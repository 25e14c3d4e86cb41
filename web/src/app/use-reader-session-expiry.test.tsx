import { QueryClient } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';

import { queryKey } from '../shared/api/query-key';
import { currentSession, endSession, startSession, updateUser } from '../shared/session/session';
import { SESSION_ENDED } from '../shared/session/ended-session';
import { setToastHandler } from '../shared/toast';
import { apiServer } from '../test/api-server';
import { sampleUser } from '../test/sample-user';
import { showEndedSessionMessages } from './ended-session-message';
import { useReaderSessionExpiry } from './use-reader-session-expiry';

const server = apiServer();
const BOOKMARKS_KEY = queryKey('posts', 'bookmarks', 1);
const DAY_MS = 24 * 3_600_000;

afterEach(() => {
  vi.useRealTimers();
});

function renderSessionHook(queryClient = new QueryClient()) {
  const reload = vi.fn<() => void>();
  renderHook(() => {
    useReaderSessionExpiry(queryClient, reload);
  });
  return reload;
}

function refuseToken() {
  server.use(
    http.get('*/api/auth/verify-token', ({ request }) =>
      HttpResponse.json(
        { success: false, code: 'unauthorized', message: request.headers.get('authorization') },
        { status: 401 },
      ),
    ),
  );
}

function verified(user = sampleUser()) {
  return { success: true, isAdmin: false, user };
}

it('updates the stored reader at the start', async () => {
  startSession('t1', sampleUser());
  server.get('/auth/verify-token', verified(sampleUser({ name: 'Ada Lovelace' })));
  renderSessionHook();
  await waitFor(() => {
    expect(currentSession()?.account.name).toBe('Ada Lovelace');
  });
});

it('ends a session whose token is refused', async () => {
  startSession('t1', sampleUser());
  refuseToken();
  renderSessionHook();
  await waitFor(() => {
    expect(currentSession()).toBeNull();
  });
  expect(localStorage).toHaveLength(0);
});

it('tells of an ended session once, in this tab and in others', async () => {
  const toasts: string[] = [];
  const stopToasts = setToastHandler(({ text }) => toasts.push(text));
  const stop = showEndedSessionMessages();
  startSession('t1', sampleUser());
  const setItem = vi.spyOn(Storage.prototype, 'setItem');
  refuseToken();
  renderSessionHook();
  await waitFor(() => {
    expect(toasts).toEqual([SESSION_ENDED]);
  });
  expect(setItem).toHaveBeenCalledWith('endedSession', 'reader');
  expect(localStorage).toHaveLength(0);
  // After another sign-in, another tab reports that this session has ended too.
  act(() => {
    startSession('t2', sampleUser());
  });
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'endedSession', newValue: 'reader' }));
    endSession();
  });
  await waitFor(() => {
    expect(toasts).toEqual([SESSION_ENDED, SESSION_ENDED]);
  });
  stop();
  stopToasts();
});

it('stays signed in without a network', async () => {
  startSession('t1', sampleUser());
  const onRequest = vi.fn(() => HttpResponse.error());
  server.use(http.get('*/api/auth/verify-token', onRequest));
  renderSessionHook();
  await waitFor(() => {
    expect(onRequest).toHaveBeenCalled();
  });
  expect(currentSession()?.token).toBe('t1');
});

it('clears the session and reloads after 24 hours', () => {
  vi.useFakeTimers();
  startSession('t1', sampleUser());
  const reload = renderSessionHook();
  act(() => {
    vi.advanceTimersByTime(DAY_MS - 1);
  });
  expect(reload).not.toHaveBeenCalled();
  expect(currentSession()).not.toBeNull();
  act(() => {
    vi.advanceTimersByTime(1);
  });
  expect(reload).toHaveBeenCalledOnce();
  expect(currentSession()).toBeNull();
});

it('detects an expiry during sleep', () => {
  vi.useFakeTimers();
  startSession('t1', sampleUser());
  const reload = renderSessionHook();
  vi.setSystemTime(Date.now() + DAY_MS);
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'));
  });
  expect(reload).toHaveBeenCalledOnce();
});

it('removes the cached data of a reader when the session ends', () => {
  server.get('/auth/verify-token', verified());
  const queryClient = new QueryClient();
  startSession('t1', sampleUser());
  renderSessionHook(queryClient);
  queryClient.setQueryData(BOOKMARKS_KEY, ['mine']);
  act(() => {
    updateUser(sampleUser({ name: 'Ada Lovelace' }));
  });
  expect(queryClient.getQueryData(BOOKMARKS_KEY)).toEqual(['mine']);
  act(endSession);
  expect(queryClient.getQueryData(BOOKMARKS_KEY)).toBeUndefined();
});
