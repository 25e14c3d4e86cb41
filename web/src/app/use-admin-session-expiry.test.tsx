import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { currentAdmin } from '../shared/session/admin-session';
import { apiServer } from '../test/api-server';
import { renderSite } from '../test/render-site';
import { sampleAdmin, sampleAdminToken, signInAdmin } from '../test/sample-admin';

const server = apiServer();
const HOUR_MS = 3_600_000;
const alert = vi.fn<(message: string) => void>();

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.stubGlobal('alert', alert);
  alert.mockClear();
});

afterEach(() => {
  vi.useRealTimers();
});

async function expire() {
  await act(() => vi.advanceTimersByTimeAsync(HOUR_MS));
}

it('ends the session of an expired token with an alert and leads to the login', async () => {
  signInAdmin(sampleAdminToken(Date.now() + HOUR_MS));
  const router = renderSite('/admin/settings?a=1');
  expect(await screen.findByRole('heading', { name: 'Settings' })).toBeVisible();
  expect(alert).not.toHaveBeenCalled();
  await expire();
  expect(alert).toHaveBeenCalledExactlyOnceWith('Your session has expired. Please login again.');
  expect(await screen.findByRole('heading', { name: 'Admin login' })).toBeVisible();
  expect(router.state.location.state).toEqual({ from: '/admin/settings?a=1' });
  expect(currentAdmin()).toBeNull();
  expect(localStorage.getItem('adminToken')).toBeNull();
});

it('leads to the login from a reader page as well', async () => {
  signInAdmin(sampleAdminToken(Date.now() + HOUR_MS));
  renderSite('/recent');
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
  await expire();
  expect(await screen.findByRole('heading', { name: 'Admin login' })).toBeVisible();
});

it('detects an expiry during sleep', async () => {
  signInAdmin(sampleAdminToken(Date.now() + HOUR_MS));
  renderSite('/admin/settings');
  expect(await screen.findByRole('heading', { name: 'Settings' })).toBeVisible();
  vi.setSystemTime(Date.now() + HOUR_MS);
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'));
  });
  expect(alert).toHaveBeenCalledOnce();
});

it('updates the stored administrator at the start', async () => {
  signInAdmin();
  server.get('/admin/profile', sampleAdmin({ username: 'boss' }));
  renderSite('/admin/settings');
  await waitFor(() => {
    expect(currentAdmin()?.account.username).toBe('boss');
  });
});

it('ends a session whose token is refused and remembers the page', async () => {
  signInAdmin();
  server.use(
    http.get('*/api/admin/settings/profile', () =>
      HttpResponse.json(
        { success: false, code: 'unauthorized', message: 'Expired' },
        { status: 401 },
      ),
    ),
  );
  const router = renderSite('/admin/settings');
  expect(await screen.findByRole('heading', { name: 'Admin login' })).toBeVisible();
  expect(router.state.location.state).toEqual({ from: '/admin/settings' });
  expect(alert).not.toHaveBeenCalled();
});
