import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';

import { currentSession, startSession } from '../../shared/session/session';
import { apiServer } from '../../test/api-server';
import { renderSite } from '../../test/render-site';
import { sampleUser } from '../../test/sample-user';

apiServer();

async function bars() {
  await screen.findByRole('heading', { level: 1 });
  const [side, bottom] = screen.getAllByRole('navigation', { name: 'Main' });
  if (!side || !bottom) {
    throw new Error('a bar is missing');
  }
  return { side, bottom };
}

function names(bar: HTMLElement) {
  return within(bar)
    .getAllByRole('link')
    .map((link) => link.getAttribute('aria-label') ?? link.textContent);
}

it('shows visitors the public pages and the sign-in links', async () => {
  renderSite('/recent');
  const { side, bottom } = await bars();
  expect(names(side)).toEqual(['Home', 'Trending', 'Treasure', 'Recent']);
  expect(names(bottom)).toEqual(['Home', 'Trending', 'Treasure', 'Recent']);
  expect(screen.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
  expect(screen.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/signup');
  expect(screen.queryByRole('button', { name: 'Logout' })).not.toBeInTheDocument();
  await userEvent.click(within(bottom).getByRole('button', { name: 'More' }));
  const more = await screen.findByRole('dialog', { name: 'More' });
  expect(names(more)).toEqual(['Login', 'Sign up']);
});

it('shows the links of the administrators in the bar, under "More" and in the footer', async () => {
  const meta = document.createElement('meta');
  meta.name = 'site-links';
  meta.content = JSON.stringify({
    navigation: [{ label: 'About', url: '/about' }],
    footer: [{ label: 'Elsewhere', url: 'https://example.org/' }],
  });
  document.head.append(meta);
  renderSite('/recent');
  const { bottom } = await bars();
  const side = screen.getByRole('navigation', { name: 'Links' });
  expect(within(side).getByRole('link', { name: 'About' })).toHaveAttribute('href', '/about');
  const footer = within(screen.getByRole('contentinfo'));
  expect(footer.getByRole('link', { name: 'Elsewhere' })).toHaveAttribute(
    'href',
    'https://example.org/',
  );
  expect(footer.getByRole('link', { name: 'About' })).toHaveClass('phone-link');
  await userEvent.click(within(bottom).getByRole('button', { name: 'More' }));
  const more = await screen.findByRole('dialog', { name: 'More' });
  expect(within(more).getByRole('link', { name: 'About' })).toHaveAttribute('href', '/about');
  meta.remove();
});

it('links the feed, the sitemap and the API', async () => {
  renderSite('/recent');
  await bars();
  const footer = within(screen.getByRole('contentinfo'));
  for (const [name, address] of [
    ['Newsletter', '/newsletter'],
    ['RSS', '/feed.xml'],
    ['Sitemap', '/sitemap.xml'],
    ['API', '/api/docs'],
  ] as const) {
    expect(footer.getByRole('link', { name })).toHaveAttribute('href', address);
  }
});

it('shows readers their own pages, their name and the logout', async () => {
  startSession('t1', sampleUser());
  renderSite('/recent');
  const { side, bottom } = await bars();
  const all = ['Home', 'Trending', 'Treasure', 'Recent', 'Bookmarks', 'Profile'];
  await waitFor(() => {
    expect(names(side)).toEqual([...all, 'Following', 'Notifications']);
  });
  expect(screen.getByRole('link', { name: 'Ada Walker' })).toHaveAttribute('href', '/profile');
  expect(screen.queryByRole('link', { name: 'Login' })).not.toBeInTheDocument();
  await waitFor(() => {
    expect(names(bottom)).toEqual(['Home', 'Treasure', 'Profile', 'Notices']);
  });
  await userEvent.click(within(bottom).getByRole('button', { name: 'More' }));
  const more = await screen.findByRole('dialog', { name: 'More' });
  expect(names(more)).toEqual(['Trending', 'Recent', 'Bookmarks']);
  expect(within(more).getByRole('button', { name: 'Logout' })).toBeVisible();
});

it.each(['/recent', '/bookmarks'])(
  'logs out of %s to a login without a return address',
  async (path) => {
    startSession('t1', sampleUser());
    const router = renderSite(path);
    await userEvent.click(await screen.findByRole('button', { name: 'Logout' }));
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/login');
    });
    expect(await screen.findByRole('heading', { name: 'Login' })).toBeVisible();
    expect(router.state.location.state).toBeNull();
    expect(currentSession()).toBeNull();
    expect(['token', 'user', 'expiresAt'].map((key) => localStorage.getItem(key))).toEqual([
      null,
      null,
      null,
    ]);
  },
);
