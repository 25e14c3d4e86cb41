import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';

import { apiServer } from '../../test/api-server';
import { recordRequests } from '../../test/recorded-requests';
import { renderPage } from '../../test/render-page';
import { signInAdmin } from '../../test/sample-admin';
import { UnsavedTexts } from './unsaved-texts';

const server = apiServer();
const text = (key: string, title: string, blog: string | null = null) => ({
  key,
  blog,
  baseRevision: 0,
  title,
  savedAt: '2026-03-04T05:06:07.000Z',
});
const TEXTS = [
  text('b1', 'Queues', 'b1'),
  text('k1', ' '),
  text('k2', 'Stacks'),
  text('k3', 'Heaps'),
];

function open() {
  signInAdmin();
  server.get('/admin/autosaves', { success: true, autosaves: TEXTS });
  renderPage(
    <>
      <h1>All Posts</h1>
      <UnsavedTexts />
    </>,
  );
}

it('links to the posts and to the new posts with unsaved texts', async () => {
  open();
  expect(await screen.findByRole('link', { name: 'Queues' })).toHaveAttribute(
    'href',
    '/admin/edit-blog/b1',
  );
  expect(screen.getByRole('link', { name: 'Untitled' })).toHaveAttribute('href', '/admin/new-blog');
  expect(screen.queryByText('Heaps')).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Show all 4' }));
  expect(screen.getByText('Heaps')).toBeVisible();
});

it('discards one after a question', async () => {
  const { handler, requests } = recordRequests('delete', '/admin/autosaves/k2', { success: true });
  server.use(handler);
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Discard Stacks' }));
  expect(requests).toEqual([]);
  server.get('/admin/autosaves', { success: true, autosaves: TEXTS.slice(0, 1) });
  await userEvent.click(
    within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Discard' }),
  );
  await waitFor(() => {
    expect(requests).toHaveLength(1);
  });
  await waitFor(() => {
    expect(screen.queryByText('Stacks')).not.toBeInTheDocument();
  });
});

it('says that one could not be discarded', async () => {
  server.use(recordRequests('delete', '/admin/autosaves/k2', { success: false }, 500).handler);
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Discard Stacks' }));
  await userEvent.click(
    within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Discard' }),
  );
  expect(await screen.findByText('Failed to discard the text')).toBeVisible();
  expect(screen.getByText('Stacks')).toBeVisible();
});

it('shows nothing without an unsaved text', async () => {
  signInAdmin();
  const { handler, requests } = recordRequests('get', '/admin/autosaves', {
    success: true,
    autosaves: [],
  });
  server.use(handler);
  renderPage(<UnsavedTexts />);
  await waitFor(() => {
    expect(requests).toHaveLength(1);
  });
  expect(screen.queryByText('Unsaved texts')).not.toBeInTheDocument();
});
