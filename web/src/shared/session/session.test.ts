import { afterEach, expect, it, vi } from 'vitest';

import { sampleUser } from '../../test/sample-user';
import {
  currentSession,
  endSession,
  followOtherTabs,
  sessionEnd,
  startSession,
  updateUser,
} from './session';

const HOUR_MS = 3_600_000;

afterEach(() => {
  vi.useRealTimers();
});

/** A page that is opened with what the browser keeps. */
async function openPage() {
  vi.resetModules();
  return import('./session');
}

it('is kept for 24 hours under the names that other clients know', async () => {
  vi.useFakeTimers({ now: 1_000 });
  startSession('token-1', sampleUser());
  expect(Object.keys(localStorage).sort()).toEqual(['expiresAt', 'token', 'user']);
  expect(sessionEnd()).toBe(1_000 + 24 * HOUR_MS);
  expect((await openPage()).currentSession()).toEqual({ token: 'token-1', user: sampleUser() });
});

it('is not there for a page that is opened later, which tidies up', async () => {
  vi.useFakeTimers({ now: 1_000 });
  startSession('token-1', sampleUser());
  vi.setSystemTime(1_000 + 24 * HOUR_MS);
  expect((await openPage()).currentSession()).toBeNull();
  expect(localStorage).toHaveLength(0);
});

it('goes on with the same token when the reader changes', () => {
  startSession('token-1', sampleUser());
  updateUser(sampleUser({ name: 'Ada Lovelace' }));
  expect(currentSession()).toMatchObject({ token: 'token-1', user: { name: 'Ada Lovelace' } });
});

it('ends without a trace, and no reader can be changed then', () => {
  startSession('token-1', sampleUser());
  endSession();
  updateUser(sampleUser());
  expect(currentSession()).toBeNull();
  expect(sessionEnd()).toBeNull();
  expect(localStorage).toHaveLength(0);
});

it('does not trust a stored reader that is broken', async () => {
  startSession('token-1', sampleUser());
  localStorage.setItem('user', JSON.stringify({ _id: 'u1', name: 'Ada' }));
  expect((await openPage()).currentSession()).toBeNull();
});

it('follows other tabs', () => {
  const stop = followOtherTabs();
  startSession('token-1', sampleUser());
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
  expect(currentSession()).not.toBeNull();
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  expect(currentSession()).toBeNull();
  stop();
});
