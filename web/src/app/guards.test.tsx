import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';

import { startSession } from '../shared/session/session';
import { apiServer } from '../test/api-server';
import { renderSite } from '../test/render-site';
import { sampleUser } from '../test/sample-user';

apiServer();

const reader = sampleUser();
const newcomer = sampleUser({ onboarded: false });

it.each(['/login', '/signup', '/forgot-password', '/reset-password'])(
  'redirects a signed-in reader from %s to the home page',
  async (path) => {
    startSession('t1', reader);
    const router = renderSite(path);
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/');
    });
  },
);

it.each(['/bookmarks', '/profile', '/onboarding'])(
  'redirects a visitor from %s to the login, which remembers the page',
  async (path) => {
    const router = renderSite(`${path}?page=2#top`);
    expect(await screen.findByRole('heading', { name: 'Login' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/login');
    expect(router.state.location.state).toEqual({ from: `${path}?page=2#top` });
  },
);

it.each(['/bookmarks', '/profile'])('redirects a newcomer from %s to onboarding', async (path) => {
  startSession('t1', newcomer);
  renderSite(path);
  expect(await screen.findByRole('heading', { name: 'Complete Your Profile' })).toBeVisible();
});

it('redirects an onboarded reader from onboarding to the profile', async () => {
  startSession('t1', reader);
  const router = renderSite('/onboarding');
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/profile');
  });
});

it('allows a signed-in reader to verify an email', async () => {
  startSession('t1', reader);
  renderSite('/verify-email');
  expect(await screen.findByRole('heading', { name: 'Verify your email' })).toBeVisible();
});

it('shows account pages without navigation', async () => {
  renderSite('/login');
  expect(await screen.findByRole('heading', { name: 'Login' })).toBeVisible();
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
});
