import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';

import type { ManagedComment } from '../../../shared/api/types';
import { apiServer } from '../../../test/api-server';
import { recordRequests } from '../../../test/recorded-requests';
import { renderSite } from '../../../test/render-site';
import { signInAdmin } from '../../../test/sample-admin';
import { sampleManagedComment } from '../../../test/sample-managed-comment';

const server = apiServer();
const HOUR_MS = 3_600_000;
const alert = vi.fn<(message: string) => void>();

beforeEach(() => {
  vi.stubGlobal('alert', alert);
  alert.mockClear();
  signInAdmin();
});

const regular = sampleManagedComment(1, {
  content: 'One line\nand another',
  contentHtml: '<p>One line<br>and another</p>',
  createdAt: new Date(Date.now() - 2.5 * HOUR_MS).toISOString(),
});
const orphan = sampleManagedComment(2, {
  createdAt: new Date().toISOString(),
  user: { _id: null, id: null, name: 'Deleted User', username: '', profileImage: null },
});

function serve(comments: readonly ManagedComment[] = [regular, orphan], total = comments.length) {
  const list = recordRequests('get', '/admin/comments', {
    success: true,
    comments: [...comments],
    total,
    totals: { all: total, held: 4, reported: 2 },
    page: 1,
    totalPages: Math.ceil(total / 20),
  });
  server.use(list.handler);
  return list.requests;
}

it('shows the author, text, time and post of comments', async () => {
  serve();
  renderSite('/admin/comments');
  expect(await screen.findByRole('heading', { name: 'All Comments' })).toBeVisible();
  await screen.findByText('Deleted User');
  const [first, second] = screen.getAllByRole('listitem').map((item) => within(item));
  expect(first?.getByRole('link', { name: 'Ada Walker' })).toHaveAttribute('href', '/profile/u1');
  expect(first?.getByText('2 hours ago')).toBeVisible();
  expect(first?.getByText(/One line/).innerHTML).toBe('One line<br>and another');
  expect(first?.getByText(/^On blog:/)).toHaveTextContent('On blog: A post');
  expect(first?.getByRole('link', { name: 'A post' })).toHaveAttribute(
    'href',
    '/blog/b1#comment-c1',
  );
  expect(second?.getByText(/ago$/)).toHaveTextContent('less than a minute ago');
  expect(second?.queryByRole('link', { name: 'Deleted User' })).not.toBeInTheDocument();
});

it('keeps search and page in the address', async () => {
  const requests = serve([regular], 30);
  const router = renderSite('/admin/comments');
  await userEvent.click(await screen.findByRole('link', { name: 'Next page' }));
  await waitFor(() => {
    expect(requests.at(-1)?.url.search).toBe('?page=2&limit=20');
  });
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search comments' }), 'spam{Enter}');
  await waitFor(() => {
    expect(router.state.location.search).toBe('?search=spam');
  });
  await waitFor(() => {
    expect(requests.at(-1)?.url.search).toBe('?page=1&limit=20&search=spam');
  });
});

async function confirmDeletion() {
  await userEvent.click(
    await screen.findByRole('button', { name: 'Delete the comment of Ada Walker on A post' }),
  );
  const dialog = await screen.findByRole('alertdialog', {
    name: 'Are you sure you want to delete this comment?',
  });
  expect(within(dialog).getByText(/can be restored for 30 days/)).toBeVisible();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
}

it('deletes a comment after a confirmation', async () => {
  serve([regular]);
  const deletion = recordRequests('delete', '/admin/comments/c1', { success: true, message: '' });
  server.use(deletion.handler);
  renderSite('/admin/comments');
  await screen.findByText('Ada Walker');
  serve([]);
  await confirmDeletion();
  expect(await screen.findByText('No comments found')).toBeVisible();
  expect(deletion.requests).toHaveLength(1);
  expect(alert).not.toHaveBeenCalled();
});

it('tells that an own comment is deleted for good', async () => {
  const root = { _id: null, id: null, name: 'root', username: 'root', profileImage: null };
  serve([sampleManagedComment(1, { user: root, role: 'admin' })]);
  renderSite('/admin/comments');
  await userEvent.click(await screen.findByRole('button', { name: /^Delete the comment of root/ }));
  expect(await screen.findByText(/goes for good/)).toBeVisible();
});

it('shows an error when deleting fails', async () => {
  serve();
  server.use(recordRequests('delete', '/admin/comments/c1', {}, 500).handler);
  renderSite('/admin/comments');
  await confirmDeletion();
  await waitFor(() => {
    expect(alert).toHaveBeenCalledExactlyOnceWith('Failed to delete comment. Please try again.');
  });
  expect(screen.getByText('Ada Walker')).toBeVisible();
});

it('shows that the token is missing', async () => {
  localStorage.removeItem('adminToken');
  renderSite('/admin/comments');
  expect(await screen.findByText('No admin token available')).toBeVisible();
});
