import { afterEach, expect, it, vi } from 'vitest';

import { sampleUser } from '../../test/sample-user';
import { currentSession, endSession, readerSession, startSession, updateUser } from './session';

const HOUR_MS = 3_600_000;

afterEach(() => {
  vi.useRealTimers();
});

/** A fresh import of the module, as after a page load. */
async function loadModule() {
  vi.resetModules();
  return import('./session');
}

it('is stored for 24 hours under the keys that other clients use', async () => {
  vi.useFakeTimers({ now: 1_000 });
  startSession('token-1', sampleUser());
  expect(Object.keys(localStorage).sort()).toEqual(['expiresAt', 'token', 'user']);
  expect(readerSession.expiry()).toBe(1_000 + 24 * HOUR_MS);
  expect((await loadModule()).currentSession()).toEqual({
    token: 'token-1',
    account: sampleUser(),
  });
});

it('is removed by a page that loads after its expiry', async () => {
  vi.useFakeTimers({ now: 1_000 });
  startSession('token-1', sampleUser());
  vi.setSystemTime(1_000 + 24 * HOUR_MS);
  expect((await loadModule()).currentSession()).toBeNull();
  expect(localStorage).toHaveLength(0);
});

it('keeps the token when the reader changes', () => {
  startSession('token-1', sampleUser());
  updateUser(sampleUser({ name: 'Ada Lovelace' }));
  expect(currentSession()).toMatchObject({ token: 'token-1', account: { name: 'Ada Lovelace' } });
});

it('ends, removes everything from the storage and ignores later changes', () => {
  startSession('token-1', sampleUser());
  endSession();
  updateUser(sampleUser());
  expect(currentSession()).toBeNull();
  expect(readerSession.expiry()).toBeNull();
  expect(localStorage).toHaveLength(0);
});

it('rejects a broken stored reader', async () => {
  startSession('token-1', sampleUser());
  localStorage.setItem('user', JSON.stringify({ _id: 'u1', name: 'Ada' }));
  expect((await loadModule()).currentSession()).toBeNull();
});

it('follows other tabs', () => {
  const stop = readerSession.followOtherTabs();
  startSession('token-1', sampleUser());
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
  expect(currentSession()).not.toBeNull();
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  expect(currentSession()).toBeNull();
  stop();
});
