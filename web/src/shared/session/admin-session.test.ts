import { afterEach, expect, it, vi } from 'vitest';

import { sampleAdmin, sampleAdminToken } from '../../test/sample-admin';
import {
  adminSession,
  currentAdmin,
  endAdminSession,
  startAdminSession,
  updateAdmin,
} from './admin-session';
import { tokenExpiry } from './session-store';

const HOUR_MS = 3_600_000;

afterEach(() => {
  vi.useRealTimers();
});

/** A fresh import of the module, as after a page load. */
async function loadModule() {
  vi.resetModules();
  return import('./admin-session');
}

it('is stored under the keys that other clients use', async () => {
  const token = sampleAdminToken();
  startAdminSession(token, sampleAdmin());
  expect(Object.keys(localStorage).sort()).toEqual(['admin', 'adminToken']);
  expect((await loadModule()).currentAdmin()).toEqual({ token, account: sampleAdmin() });
});

it('lasts until its token expires', async () => {
  vi.useFakeTimers({ now: 1_000_000 });
  const token = sampleAdminToken(1_000_000 + HOUR_MS);
  expect(tokenExpiry(token)).toBe(1_000_000 + HOUR_MS);
  expect(tokenExpiry('no token of ours')).toBeNull();
  startAdminSession(token, sampleAdmin());
  vi.setSystemTime(1_000_000 + HOUR_MS);
  expect((await loadModule()).currentAdmin()).toBeNull();
  expect(localStorage).toHaveLength(0);
});

it('keeps the token when the administrator changes', () => {
  const token = sampleAdminToken();
  startAdminSession(token, sampleAdmin());
  updateAdmin(sampleAdmin({ username: 'boss' }));
  expect(currentAdmin()).toMatchObject({ token, account: { username: 'boss' } });
});

it('accepts a stored administrator without a role, but none with an unknown one', async () => {
  startAdminSession(sampleAdminToken(), sampleAdmin());
  const { role, ...stored } = sampleAdmin();
  expect(role).toBe('admin');
  localStorage.setItem('admin', JSON.stringify(stored));
  expect((await loadModule()).currentAdmin()?.account).toEqual(stored);
  localStorage.setItem('admin', JSON.stringify({ ...stored, role: 'owner' }));
  expect((await loadModule()).currentAdmin()).toBeNull();
});

it('ends and removes everything from the storage', () => {
  startAdminSession(sampleAdminToken(), sampleAdmin());
  endAdminSession();
  updateAdmin(sampleAdmin());
  expect(currentAdmin()).toBeNull();
  expect(adminSession.token()).toBeNull();
  expect(localStorage).toHaveLength(0);
});

it('has no token after the storage was cleared', () => {
  startAdminSession(sampleAdminToken(), sampleAdmin());
  localStorage.removeItem('adminToken');
  expect(adminSession.token()).toBeNull();
});

it('lasts for this page where the storage does not work', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full');
  });
  const token = sampleAdminToken();
  startAdminSession(token, sampleAdmin());
  expect(adminSession.token()).toBe(token);
});

it('follows other tabs', () => {
  const stop = adminSession.followOtherTabs();
  startAdminSession(sampleAdminToken(), sampleAdmin());
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: 'admin' }));
  expect(currentAdmin()).toBeNull();
  stop();
});
