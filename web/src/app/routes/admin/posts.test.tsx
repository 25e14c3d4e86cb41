import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';

import { apiServer } from '../../../test/api-server';
import { calls } from '../../../test/calls';
import { gate } from '../../../test/gate';
import { renderSite } from '../../../test/render-site';
import { signInAdmin } from '../../../test/sample-admin';
import { sampleBlog } from '../../../test/sample-blog';

const server = apiServer();
const draft = sampleBlog('b2', { status: 'draft', views: { total: 1, unique: 1 } });
const blogs = [sampleBlog('b1', { views: { total: 1234, unique: 8 } }), draft];

beforeEach(() => {
  signInAdmin();
});

function serve(shown = blogs, total = shown.length) {
  const totalPages = Math.ceil(total / 20);
  const list = calls('get', '/blogs/admin/blogs', {
    success: true,
    blogs: shown,
    total,
    page: 1,
    totalPages,
  });
  server.use(list.handler);
  return list.made;
}

function lastQuery(made: ReturnType<typeof serve>) {
  return Object.fromEntries(made.at(-1)?.url.searchParams ?? []);
}

it('lists all posts, drafts as well', async () => {
  const made = serve();
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
  expect(lastQuery(made)).toEqual({ page: '1', limit: '20' });
});

it('says that posts are loading, and that there are none', async () => {
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
  const made = serve(blogs, 50);
  const router = renderSite('/admin/posts');
  await userEvent.click(await screen.findByRole('link', { name: 'Page 3' }));
  await waitFor(() => {
    expect(lastQuery(made)).toEqual({ page: '3', limit: '20' });
  });
  await userEvent.type(screen.getByPlaceholderText('Search posts...'), 'rust');
  await waitFor(() => {
    expect(lastQuery(made)).toEqual({ page: '1', limit: '20', search: 'rust' });
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
    expect(lastQuery(made)).toEqual({ page: '1', limit: '20', search: 'rust', status: 'draft' });
  });
});

it('features a post at once', async () => {
  serve();
  const patch = calls('patch', '/blogs/b1', { success: true, message: '' });
  server.use(patch.handler);
  renderSite('/admin/posts');
  const star = await screen.findByRole('button', { name: 'Feature Title of b1' });
  expect(star).toHaveAttribute('aria-pressed', 'false');
  serve([sampleBlog('b1', { isFeatured: true })]);
  await userEvent.click(star);
  expect(star).toHaveAttribute('aria-pressed', 'true');
  await waitFor(() => {
    expect(patch.made.map(({ body }) => body)).toEqual([{ isFeatured: true }]);
  });
  await waitFor(() => {
    expect(screen.queryByText('Title of b2')).not.toBeInTheDocument();
  });
  expect(star).toHaveAttribute('aria-pressed', 'true');
});

it('takes a feature back that the server refused, and says so until dismissed', async () => {
  serve();
  server.use(calls('patch', '/blogs/b1', {}, 500).handler);
  renderSite('/admin/posts');
  const star = await screen.findByRole('button', { name: 'Feature Title of b1' });
  await userEvent.click(star);
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to update featured status');
  expect(star).toHaveAttribute('aria-pressed', 'false');
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('deletes a post after asking', async () => {
  serve();
  const gone = calls('delete', '/blogs/b1', { success: true, message: '' });
  server.use(gone.handler);
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
  expect(gone.made).toHaveLength(1);
  expect(screen.getByRole('heading', { name: 'All Posts' })).toHaveFocus();
  await waitFor(
    () => {
      expect(screen.queryByText('Post deleted successfully')).not.toBeInTheDocument();
    },
    { timeout: 5_000 },
  );
});

it('goes a page back when the last post of a page is deleted', async () => {
  serve([draft], 21);
  server.use(calls('delete', '/blogs/b2', { success: true, message: '' }).handler);
  const router = renderSite('/admin/posts?status=draft&page=2');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Title of b2' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() => {
    expect(router.state.location.search).toBe('?status=draft');
  });
});

it('keeps a post when that is wished, or when it cannot be deleted', async () => {
  serve();
  server.use(calls('delete', '/blogs/b1', {}, 500).handler);
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

it('says what failed, and tries again', async () => {
  server.use(calls('get', '/blogs/admin/blogs', {}, 500).handler);
  renderSite('/admin/posts');
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch posts');
  serve();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Title of b1')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('says that the token is missing', async () => {
  localStorage.removeItem('adminToken');
  renderSite('/admin/posts');
  expect(await screen.findByText('No admin token found')).toBeVisible();
});
