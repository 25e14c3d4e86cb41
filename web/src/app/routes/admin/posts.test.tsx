import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';

import { apiServer } from '../../../test/api-server';
import { recordRequests } from '../../../test/recorded-requests';
import { gate } from '../../../test/gate';
import { renderSite } from '../../../test/render-site';
import { signInAdmin, signInAs } from '../../../test/sample-admin';
import { sampleAuthor, sampleDraft, samplePost } from '../../../test/sample-post';

const server = apiServer();
const draft = samplePost('b2', { status: 'draft', views: { total: 1, unique: 1 } });
const samplePosts = [samplePost('b1', { views: { total: 1234, unique: 8 } }), draft];

beforeEach(() => {
  signInAdmin();
});

function serve(posts = samplePosts, total = posts.length) {
  const totalPages = Math.ceil(total / 20);
  const list = recordRequests('get', '/blogs/admin/blogs', {
    success: true,
    blogs: posts,
    total,
    page: 1,
    totalPages,
  });
  server.use(list.handler);
  return list.requests;
}

/** Returns the last query of a list, not of a number of drafts. */
function lastQuery(requests: ReturnType<typeof serve>) {
  const queries = requests.map(({ url }) => Object.fromEntries(url.searchParams));
  return queries.findLast(({ limit }) => limit !== '1');
}

it('lists all posts including drafts', async () => {
  const requests = serve();
  renderSite('/admin/posts');
  expect(await screen.findByRole('heading', { name: 'All Posts' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'New Post' })).toHaveAttribute('href', '/admin/new-blog');
  const published = within(await screen.findByRole('row', { name: /Title of b1/ }));
  expect(published.getByRole('link', { name: 'Title of b1' })).toHaveAttribute('href', '/blog/b1');
  for (const text of ['System Design', 'Published', 'Mar 4, 2026', '1,234']) {
    expect(published.getByText(text)).toBeVisible();
  }
  expect(published.getByRole('link', { name: 'Edit Title of b1' })).toHaveAttribute(
    'href',
    '/admin/edit-blog/b1',
  );
  const unfinished = within(screen.getByRole('row', { name: /Title of b2/ }));
  expect(unfinished.getByText('Draft')).toBeVisible();
  expect(unfinished.getByRole('link', { name: 'Title of b2' })).toHaveAttribute(
    'href',
    '/admin/edit-blog/b2',
  );
  expect(lastQuery(requests)).toEqual({ page: '1', limit: '20' });
});

it('shows when a draft will be published', async () => {
  serve([samplePost('b3', { status: 'draft', publishAt: '2026-12-01T09:00:00.000Z' })]);
  renderSite('/admin/posts');
  const row = await screen.findByRole('row', { name: /Title of b3/ });
  expect(row).toHaveTextContent(/Scheduled · (Nov 30|Dec [12]), 2026, \d/u);
});

it('shows a loading state and an empty list', async () => {
  const { opened, open } = gate();
  server.use(
    http.get('*/api/blogs/admin/blogs', async () => {
      await opened;
      return HttpResponse.json({ success: true, blogs: [], total: 0, page: 1, totalPages: 0 });
    }),
  );
  renderSite('/admin/posts');
  expect(await screen.findByText('Loading posts...')).toBeVisible();
  open();
  expect(await screen.findByText('No posts found')).toBeVisible();
});

it('keeps search, status and page in the address', async () => {
  const requests = serve(samplePosts, 50);
  const router = renderSite('/admin/posts');
  await userEvent.click(await screen.findByRole('link', { name: 'Page 3' }));
  await waitFor(() => {
    expect(lastQuery(requests)).toEqual({ page: '3', limit: '20' });
  });
  await userEvent.type(screen.getByPlaceholderText('Search posts...'), 'rust');
  await waitFor(() => {
    expect(lastQuery(requests)).toEqual({ page: '1', limit: '20', search: 'rust' });
  });
  expect(router.state.location.search).toBe('?search=rust');
  const status = screen.getByRole('combobox', { name: 'Status' });
  expect(
    within(status)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['All Status', 'Published', 'Drafts']);
  await userEvent.selectOptions(status, 'Drafts');
  expect(router.state.location.search).toBe('?search=rust&status=draft');
  await waitFor(() => {
    expect(lastQuery(requests)).toEqual({
      page: '1',
      limit: '20',
      search: 'rust',
      status: 'draft',
    });
  });
});

it('features a post at once', async () => {
  serve();
  const patch = recordRequests('patch', '/blogs/b1', { success: true, message: '' });
  server.use(patch.handler);
  renderSite('/admin/posts');
  const star = await screen.findByRole('button', { name: 'Feature Title of b1' });
  expect(star).toHaveAttribute('aria-pressed', 'false');
  serve([samplePost('b1', { isFeatured: true })]);
  await userEvent.click(star);
  expect(star).toHaveAttribute('aria-pressed', 'true');
  await waitFor(() => {
    expect(patch.requests.map(({ body }) => body)).toEqual([{ isFeatured: true }]);
  });
  await waitFor(() => {
    expect(screen.queryByText('Title of b2')).not.toBeInTheDocument();
  });
  expect(star).toHaveAttribute('aria-pressed', 'true');
});

it('reverts a refused feature and shows a dismissible error', async () => {
  serve();
  server.use(recordRequests('patch', '/blogs/b1', {}, 500).handler);
  renderSite('/admin/posts');
  const star = await screen.findByRole('button', { name: 'Feature Title of b1' });
  await userEvent.click(star);
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to update featured status');
  expect(star).toHaveAttribute('aria-pressed', 'false');
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('deletes a post after a confirmation', async () => {
  serve();
  const deletion = recordRequests('delete', '/blogs/b1', { success: true, message: '' });
  server.use(deletion.handler);
  renderSite('/admin/posts');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Title of b1' }));
  const dialog = await screen.findByRole('alertdialog', {
    name: 'Are you sure you want to delete this post?',
  });
  expect(dialog).toHaveAccessibleDescription(/Title of b1/);
  serve([draft]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Post deleted successfully')).toBeInTheDocument();
  await waitFor(() => {
    expect(screen.queryByText('Title of b1')).not.toBeInTheDocument();
  });
  expect(deletion.requests).toHaveLength(1);
  expect(screen.getByRole('heading', { name: 'All Posts' })).toHaveFocus();
  await waitFor(
    () => {
      expect(screen.queryByText('Post deleted successfully')).not.toBeInTheDocument();
    },
    { timeout: 5_000 },
  );
});

it('goes to the previous page when the last post of a page is deleted', async () => {
  serve([draft], 21);
  server.use(recordRequests('delete', '/blogs/b2', { success: true, message: '' }).handler);
  const router = renderSite('/admin/posts?status=draft&page=2');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Title of b2' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() => {
    expect(router.state.location.search).toBe('?status=draft');
  });
});

it('keeps a post when deleting is cancelled or fails', async () => {
  serve();
  server.use(recordRequests('delete', '/blogs/b1', {}, 500).handler);
  renderSite('/admin/posts');
  const opener = await screen.findByRole('button', { name: 'Delete Title of b1' });
  await userEvent.click(opener);
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => {
    expect(opener).toHaveFocus();
  });
  await userEvent.click(opener);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Failed to delete post')).toBeVisible();
  expect(screen.getByText('Title of b1')).toBeVisible();
});

it('shows an error and retries', async () => {
  server.use(recordRequests('get', '/blogs/admin/blogs', {}, 500).handler);
  renderSite('/admin/posts');
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch posts');
  serve();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Title of b1')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('shows that the token is missing', async () => {
  localStorage.removeItem('adminToken');
  renderSite('/admin/posts');
  expect(await screen.findByText('No admin token found')).toBeVisible();
});

const ANALYTICS = 'Analytics of Title of b1';
const OWN_ACTIONS = [ANALYTICS, 'Edit Title of b1', 'Delete Title of b1'];
const EVERY_ACTION = ['Feature Title of b1', ...OWN_ACTIONS];

it.each([
  { role: 'contributor', onPublished: [ANALYTICS], hasLead: true },
  { role: 'author', onPublished: OWN_ACTIONS, hasLead: true },
  { role: 'editor', onPublished: EVERY_ACTION, hasLead: false },
] as const)('offers the role $role the actions that it allows', async (row) => {
  signInAs(row.role);
  serve();
  renderSite('/admin/posts');
  const published = within(await screen.findByRole('row', { name: /Title of b1/ }));
  const actions = [...published.queryAllByRole('button'), ...published.getAllByRole('link')]
    .map((action) => action.getAttribute('aria-label'))
    .filter((name) => name !== null);
  expect(actions.sort()).toEqual([...row.onPublished].sort());
  const unfinished = within(screen.getByRole('row', { name: /Title of b2/ }));
  expect(unfinished.getByRole('link', { name: 'Edit Title of b2' })).toBeVisible();
  expect(unfinished.getByRole('button', { name: 'Delete Title of b2' })).toBeVisible();
  expect(unfinished.queryByRole('link', { name: /^Analytics/ })).not.toBeInTheDocument();
  expect(screen.queryAllByText('These are your own posts.')).toHaveLength(row.hasLead ? 1 : 0);
});

it('lists drafts that wait for a review, and counts them for editors', async () => {
  signInAs('editor');
  const requests = serve(
    [
      sampleDraft('b1', {
        review: 'submitted',
        authors: [sampleAuthor('a', 'Ada'), sampleAuthor('b', 'Bo')],
      }),
      sampleDraft('b2', { review: 'changesRequested' }),
    ],
    21,
  );
  const router = renderSite('/admin/posts?page=2');
  const submitted = within(await screen.findByRole('row', { name: /Title of b1/ }));
  expect(submitted.getByText('Submitted')).toBeVisible();
  expect(submitted.getByText(/· Ada and Bo$/)).toBeVisible();
  const other = within(screen.getByRole('row', { name: /Title of b2/ }));
  expect(other.getByText('Changes requested')).toBeVisible();
  const filter = await screen.findByRole('button', { name: /^In review/ });
  await waitFor(() => {
    expect(filter).toHaveTextContent(/^In review 21 drafts$/);
  });
  expect(filter).toHaveAttribute('aria-pressed', 'false');
  await userEvent.click(filter);
  expect(router.state.location.search).toBe('?review=submitted');
  await waitFor(() => {
    expect(lastQuery(requests)).toEqual({ page: '1', limit: '20', review: 'submitted' });
  });
  expect(filter).toHaveAttribute('aria-pressed', 'true');
  serve([]);
  await userEvent.type(screen.getByPlaceholderText('Search posts...'), 'rust');
  expect(await screen.findByText('No drafts wait for a review')).toBeVisible();
  expect(router.state.location.search).toBe('?review=submitted&search=rust');
  await userEvent.click(filter);
  expect(router.state.location.search).toBe('?search=rust');
});

it('does not count for those who only see their own posts', async () => {
  signInAs('author');
  const requests = serve();
  renderSite('/admin/posts');
  await screen.findByRole('row', { name: /Title of b1/ });
  expect(screen.getByRole('button', { name: 'In review' })).toBeVisible();
  expect(requests).toHaveLength(1);
});
