import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { currentAdmin, updateAdmin } from '../shared/session/admin-session';
import { apiServer } from '../test/api-server';
import { recordRequests } from '../test/recorded-requests';
import { renderSite } from '../test/render-site';
import { sampleAdmin, signInAs } from '../test/sample-admin';
import { samplePost } from '../test/sample-post';

const server = apiServer();

it.each([
  { role: 'contributor', page: 'comments', sentence: /^As a contributor you have no access/ },
  { role: 'author', page: 'comments', sentence: /^As an author you have no access/ },
  { role: 'author', page: 'spam-rules', sentence: /^As an author you have no access/ },
  { role: 'contributor', page: 'pages', sentence: /^As a contributor you have no access/ },
  { role: 'author', page: 'pages', sentence: /^As an author you have no access/ },
  { role: 'author', page: 'new-page', sentence: /^As an author you have no access/ },
  { role: 'author', page: 'edit-page/p1', sentence: /^As an author you have no access/ },
  { role: 'author', page: 'edit-page/p1/history', sentence: /^As an author you have no access/ },
  { role: 'author', page: 'tags', sentence: /^As an author you have no access/ },
  { role: 'contributor', page: 'series', sentence: /^As a contributor you have no access/ },
  { role: 'contributor', page: 'series/s1', sentence: /^As a contributor you have no access/ },
  { role: 'author', page: 'redirects', sentence: /^As an author you have no access/ },
  { role: 'author', page: 'import', sentence: /^As an author you have no access/ },
  { role: 'contributor', page: 'import', sentence: /^As a contributor you have no access/ },
  { role: 'author', page: 'users', sentence: /^As an author you have no access/ },
  { role: 'editor', page: 'users', sentence: /^As an editor you have no access/ },
  { role: 'editor', page: 'site', sentence: /^As an editor you have no access/ },
  { role: 'editor', page: 'team', sentence: /^As an editor you have no access/ },
] as const)('shows the role $role that it may not use /admin/$page', async (row) => {
  signInAs(row.role);
  renderSite(`/admin/${row.page}`);
  expect(await screen.findByRole('heading', { name: 'You may not use this page' })).toBeVisible();
  expect(screen.getByText(row.sentence)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute(
    'href',
    '/admin/dashboard',
  );
  await waitFor(() => {
    expect(document.title).toBe('No permission · Community Blog');
  });
});

it('allows editors the comments', async () => {
  signInAs('editor');
  renderSite('/admin/comments');
  expect(await screen.findByRole('heading', { name: 'All Comments' })).toBeVisible();
});

it.each([
  { role: 'contributor', more: ['Calendar'] },
  { role: 'author', more: ['Series', 'Calendar'] },
  {
    role: 'editor',
    more: [
      'Pages',
      'Tags',
      'Series',
      'Comments',
      'Spam Rules',
      'Calendar',
      'Newsletter',
      'Redirects',
      'Import',
    ],
  },
  {
    role: 'admin',
    more: [
      'Pages',
      'Tags',
      'Series',
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
    ],
  },
] as const)('shows the role $role the pages that it may use', async ({ role, more }) => {
  signInAs(role);
  renderSite('/admin/settings');
  await screen.findByRole('heading', { name: 'Settings' });
  const [side] = screen.getAllByRole('navigation', { name: 'Main' });
  const bar = within(side ?? document.body);
  await bar.findByRole('link', { name: 'Notifications' });
  const names = bar.getAllByRole('link').map((link) => link.getAttribute('aria-label'));
  const last = ['Settings', 'View Site', 'Notifications'];
  expect(names).toEqual(['Dashboard', 'New Blog', 'All Posts', ...more, ...last]);
});

it('closes a page once the server says that the role has changed', async () => {
  signInAs('admin');
  server.use(
    http.get('*/api/admin/users', () =>
      HttpResponse.json(
        { success: false, code: 'role_not_allowed', message: 'Your role does not allow this' },
        { status: 403 },
      ),
    ),
  );
  server.get('/admin/profile', sampleAdmin({ role: 'author' }));
  renderSite('/admin/users');
  expect(await screen.findByText(/^As an author you have no access/)).toBeVisible();
  await waitFor(() => {
    expect(currentAdmin()?.account.role).toBe('author');
  });
});

it('fetches drafts and readers again once the role has changed', async () => {
  signInAs('editor');
  const posts = recordRequests('get', '/blogs/admin/blogs', {
    success: true,
    blogs: [samplePost('b1', { title: 'Draft of somebody else', status: 'draft' })],
    total: 1,
    page: 1,
    totalPages: 1,
  });
  server.use(posts.handler);
  renderSite('/admin/posts');
  expect(await screen.findByText('Draft of somebody else')).toBeVisible();
  server.get('/blogs/admin/blogs', { success: true, blogs: [], total: 0, page: 1, totalPages: 0 });
  act(() => {
    updateAdmin(sampleAdmin({ role: 'author' }));
  });
  await waitFor(() => {
    expect(screen.queryByText('Draft of somebody else')).not.toBeInTheDocument();
  });
  expect(await screen.findByText('No posts found')).toBeVisible();
});

it('shows the own role in the settings', async () => {
  signInAs('contributor');
  renderSite('/admin/settings');
  expect(await screen.findByText('Contributor')).toBeVisible();
  expect(screen.getByText(/Writes drafts, which an editor publishes/)).toBeVisible();
});
