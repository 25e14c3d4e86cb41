import { QueryClient } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';

import { currentSession, endSession, startSession, updateUser } from '../shared/session/session';
import { SESSION_ENDED } from '../shared/session/ended-session';
import { showToastsWith } from '../shared/toast';
import { apiServer } from '../test/api-server';
import { sampleUser } from '../test/sample-user';
import { tellEndedSessions } from './tell-ended-session';
import { useSessionLife } from './use-session-life';

const server = apiServer();
const DAY_MS = 24 * 3_600_000;

afterEach(() => {
  vi.useRealTimers();
});

function live(queryClient = new QueryClient()) {
  const reload = vi.fn<() => void>();
  renderHook(() => {
    useSessionLife(queryClient, reload);
  });
  return reload;
}

function refuseToken() {
  server.use(
    http.get('*/api/auth/verify-token', ({ request }) =>
      HttpResponse.json(
        { success: false, message: request.headers.get('authorization') },
        { status: 401 },
      ),
    ),
  );
}

function verified(user = sampleUser()) {
  return { success: true, isAdmin: false, user };
}

it('learns at the start how the reader is now', async () => {
  startSession('t1', sampleUser());
  server.get('/auth/verify-token', verified(sampleUser({ name: 'Ada Lovelace' })));
  live();
  await waitFor(() => {
    expect(currentSession()?.user.name).toBe('Ada Lovelace');
  });
});

it('ends a session whose token is refused', async () => {
  startSession('t1', sampleUser());
  refuseToken();
  live();
  await waitFor(() => {
    expect(currentSession()).toBeNull();
  });
  expect(localStorage).toHaveLength(0);
});

it('says once that the session has ended, in this tab and in the others', async () => {
  const said: string[] = [];
  const quiet = showToastsWith(({ text }) => said.push(text));
  const stop = tellEndedSessions();
  startSession('t1', sampleUser());
  const written = vi.spyOn(Storage.prototype, 'setItem');
  refuseToken();
  live();
  await waitFor(() => {
    expect(said).toEqual([SESSION_ENDED]);
  });
  expect(written).toHaveBeenCalledWith('endedSession', 'reader');
  expect(localStorage).toHaveLength(0);
  // Somebody signs in again, and another tab notices that this session ends as well.
  act(() => {
    startSession('t2', sampleUser());
  });
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'endedSession', newValue: 'reader' }));
    endSession();
  });
  await waitFor(() => {
    expect(said).toEqual([SESSION_ENDED, SESSION_ENDED]);
  });
  stop();
  quiet();
});

it('stays signed in without a network', async () => {
  startSession('t1', sampleUser());
  const asked = vi.fn(() => HttpResponse.error());
  server.use(http.get('*/api/auth/verify-token', asked));
  live();
  await waitFor(() => {
    expect(asked).toHaveBeenCalled();
  });
  expect(currentSession()?.token).toBe('t1');
});

it('clears the session and reloads after 24 hours', () => {
  vi.useFakeTimers();
  startSession('t1', sampleUser());
  const reload = live();
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

it('notices after a sleep that the time is up', () => {
  vi.useFakeTimers();
  startSession('t1', sampleUser());
  const reload = live();
  vi.setSystemTime(Date.now() + DAY_MS);
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'));
  });
  expect(reload).toHaveBeenCalledOnce();
});

it('forgets what was fetched for one reader before the next', () => {
  server.get('/auth/verify-token', verified());
  const queryClient = new QueryClient();
  startSession('t1', sampleUser());
  live(queryClient);
  queryClient.setQueryData(['bookmarks'], ['mine']);
  act(() => {
    updateUser(sampleUser({ name: 'Ada Lovelace' }));
  });
  expect(queryClient.getQueryData(['bookmarks'])).toEqual(['mine']);
  act(endSession);
  expect(queryClient.getQueryData(['bookmarks'])).toBeUndefined();
});
