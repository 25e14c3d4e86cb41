import { afterEach, expect, it, vi } from 'vitest';

import { sampleAdmin, sampleAdminToken } from '../../test/sample-admin';
import {
  adminToken,
  currentAdmin,
  endAdminSession,
  followAdminOfOtherTabs,
  startAdminSession,
  tokenEnd,
  updateAdmin,
} from './admin-session';

const HOUR_MS = 3_600_000;

afterEach(() => {
  vi.useRealTimers();
});

/** A page that is opened with what the browser keeps. */
async function openPage() {
  vi.resetModules();
  return import('./admin-session');
}

it('is kept under the names that other clients know', async () => {
  const token = sampleAdminToken();
  startAdminSession(token, sampleAdmin());
  expect(Object.keys(localStorage).sort()).toEqual(['admin', 'adminToken']);
  expect((await openPage()).currentAdmin()).toEqual({ token, admin: sampleAdmin() });
});

it('is as long as its token says', async () => {
  vi.useFakeTimers({ now: 1_000_000 });
  const token = sampleAdminToken(1_000_000 + HOUR_MS);
  expect(tokenEnd(token)).toBe(1_000_000 + HOUR_MS);
  expect(tokenEnd('no token of ours')).toBeNull();
  startAdminSession(token, sampleAdmin());
  vi.setSystemTime(1_000_000 + HOUR_MS);
  expect((await openPage()).currentAdmin()).toBeNull();
  expect(localStorage).toHaveLength(0);
});

it('goes on with the same token when the administrator changes', () => {
  const token = sampleAdminToken();
  startAdminSession(token, sampleAdmin());
  updateAdmin(sampleAdmin({ username: 'boss' }));
  expect(currentAdmin()).toMatchObject({ token, admin: { username: 'boss' } });
});

it('ends without a trace', () => {
  startAdminSession(sampleAdminToken(), sampleAdmin());
  endAdminSession();
  updateAdmin(sampleAdmin());
  expect(currentAdmin()).toBeNull();
  expect(adminToken()).toBeNull();
  expect(localStorage).toHaveLength(0);
});

it('has no token to call with once the browser was made to forget it', () => {
  startAdminSession(sampleAdminToken(), sampleAdmin());
  localStorage.removeItem('adminToken');
  expect(adminToken()).toBeNull();
});

it('holds for this page where the browser keeps nothing', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full');
  });
  const token = sampleAdminToken();
  startAdminSession(token, sampleAdmin());
  expect(adminToken()).toBe(token);
});

it('follows other tabs', () => {
  const stop = followAdminOfOtherTabs();
  startAdminSession(sampleAdminToken(), sampleAdmin());
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: 'admin' }));
  expect(currentAdmin()).toBeNull();
  stop();
});
