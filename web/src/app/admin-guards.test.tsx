import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';

import { currentAdmin } from '../shared/session/admin-session';
import { startSession } from '../shared/session/session';
import { apiServer } from '../test/api-server';
import { renderSite } from '../test/render-site';
import { signInAdmin } from '../test/sample-admin';
import { sampleUser } from '../test/sample-user';

apiServer();

async function expectPath(router: ReturnType<typeof renderSite>, path: string) {
  await waitFor(() => {
    expect(router.state.location.pathname).toBe(path);
  });
}

it.each([
  'dashboard',
  'new-blog',
  'posts',
  'edit-blog/b1',
  'pages',
  'edit-page/p1',
  'users',
  'comments',
  'redirects',
  'import',
  'team',
  'settings',
])('redirects a visitor from /admin/%s to the login, which remembers the page', async (page) => {
  const router = renderSite(`/admin/${page}?page=2`);
  expect(await screen.findByRole('heading', { name: 'Admin login' })).toBeVisible();
  expect(router.state.location.pathname).toBe('/admin/login');
  expect(router.state.location.state).toEqual({ from: `/admin/${page}?page=2` });
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
});

it.each(['/admin/login', '/admin/signup'])(
  'redirects a reader from %s to the home page',
  async (path) => {
    startSession('t1', sampleUser());
    await expectPath(renderSite(path), '/');
  },
);

it.each(['/admin/login', '/admin/signup', '/admin'])(
  'redirects an administrator from %s to the dashboard',
  async (path) => {
    signInAdmin();
    await expectPath(renderSite(path), '/admin/dashboard');
  },
);

it.each(['/login', '/signup'])(
  'redirects an administrator from %s to the home page',
  async (path) => {
    signInAdmin();
    await expectPath(renderSite(path), '/');
  },
);

it.each(['/bookmarks', '/profile', '/onboarding'])(
  'redirects an administrator, who has no %s, to the dashboard',
  async (path) => {
    signInAdmin();
    await expectPath(renderSite(path), '/admin/dashboard');
  },
);

it('shows administrators the panel navigation and the logout', async () => {
  signInAdmin();
  const router = renderSite('/admin/settings');
  await screen.findByRole('heading', { name: 'Settings' });
  const [side, bottom] = screen.getAllByRole('navigation', { name: 'Main' });
  const bar = within(side ?? document.body);
  await bar.findByRole('link', { name: 'Notifications' });
  const names = bar
    .getAllByRole('link')
    .map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')]);
  expect(names).toEqual([
    ['Dashboard', '/admin/dashboard'],
    ['New Blog', '/admin/new-blog'],
    ['All Posts', '/admin/posts'],
    ['Pages', '/admin/pages'],
    ['Users', '/admin/users'],
    ['Comments', '/admin/comments'],
    ['Spam Rules', '/admin/spam-rules'],
    ['Calendar', '/admin/calendar'],
    ['Newsletter', '/admin/newsletter'],
    ['Redirects', '/admin/redirects'],
    ['Import', '/admin/import'],
    ['Team', '/admin/team'],
    ['Site', '/admin/site'],
    ['Webhooks', '/admin/webhooks'],
    ['Audit Log', '/admin/audit'],
    ['Settings', '/admin/settings'],
    ['View Site', '/'],
    ['Notifications', '/admin/notifications'],
  ]);
  expect(within(bottom ?? document.body).getAllByRole('link')).toHaveLength(4);
  await userEvent.click(within(bottom ?? document.body).getByRole('button', { name: 'More' }));
  const more = await screen.findByRole('dialog', { name: 'More' });
  expect(
    within(more)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual([
    'Pages',
    'Users',
    'Comments',
    'Spam Rules',
    'Calendar',
    'Newsletter',
    'Redirects',
    'Import',
    'Team',
    'Site',
    'Webhooks',
    'Audit Log',
    'Settings',
    'View Site',
  ]);
  await userEvent.click(within(more).getByRole('button', { name: 'Logout' }));
  expect(await screen.findByRole('heading', { name: 'Admin login' })).toBeVisible();
  expect(router.state.location.state).toBeNull();
  expect(currentAdmin()).toBeNull();
  expect(localStorage).toHaveLength(0);
});

it('shows an administrator on the site a link to the dashboard', async () => {
  signInAdmin();
  renderSite('/recent');
  await screen.findByRole('heading', { level: 1 });
  expect(screen.getByRole('link', { name: 'Dashboard' })).toHaveAttribute(
    'href',
    '/admin/dashboard',
  );
  expect(screen.queryByRole('link', { name: 'Login' })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Logout' })).toBeVisible();
});
