import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { apiServer } from '../../../test/api-server';
import { samplePost } from '../../../test/sample-post';
import { openPostPage } from './post-pages.fixture';

const server = apiServer();
const URL_OF_LINK = 'https://example.org/preview/0123';
const LINK = { createdAt: '2026-11-24T09:00:00.000Z', expiresAt: '2026-12-01T09:00:00.000Z' };

async function open(link: typeof LINK | null, status = 'draft') {
  const post = samplePost('b1', { status, featuredImage: '/media/0a.webp' });
  server.get('/blogs/admin/blogs/b1', { success: true, blog: { ...post, content: '<p>a</p>' } });
  server.get('/blogs/b1/preview-link', { success: true, link });
  openPostPage('/admin/edit-blog/b1');
  await screen.findByRole('textbox', { name: 'Content' });
}

function section() {
  return within(screen.getByRole('region', { name: 'Preview link' }));
}

it('makes a link, shows its address and copies it', async () => {
  const user = userEvent.setup();
  const sent = server.post('/blogs/b1/preview-link', {
    success: true,
    url: URL_OF_LINK,
    expiresAt: LINK.expiresAt,
  });
  await open(null);
  expect(section().getByText(/^Anybody with the link can read this draft/u)).toBeVisible();
  const days = await section().findByLabelText('Works for (days)');
  expect(days).toHaveValue(7);
  fireEvent.change(days, { target: { value: '14' } });
  await user.click(section().getByRole('button', { name: 'Create link' }));
  expect(await section().findByLabelText('Address of the preview')).toHaveValue(URL_OF_LINK);
  expect(section().getByLabelText('Address of the preview')).toHaveFocus();
  expect(sent).toEqual([{ days: 14 }]);
  await user.click(section().getByRole('button', { name: 'Copy' }));
  expect(await section().findByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(URL_OF_LINK);
  // The number of days is no change of the post.
  expect(screen.queryByText(/Unsaved changes|kept in this browser/u)).not.toBeInTheDocument();
});

it.each(['0', '31', '', '1.5'])('refuses %j days', async (days) => {
  await open(null);
  const field = await section().findByLabelText('Works for (days)');
  fireEvent.change(field, { target: { value: days } });
  await userEvent.click(section().getByRole('button', { name: 'Create link' }));
  expect(section().getByText('Enter a number of days from 1 to 30')).toBeVisible();
  expect(field).toHaveFocus();
});

it('replaces an earlier link, whose address nobody knows any more', async () => {
  const sent = server.post('/blogs/b1/preview-link', {
    success: true,
    url: URL_OF_LINK,
    expiresAt: LINK.expiresAt,
  });
  await open(LINK);
  expect(await section().findByText(/^A link was created on/u)).toBeVisible();
  expect(section().queryByLabelText('Address of the preview')).not.toBeInTheDocument();
  await userEvent.click(section().getByRole('button', { name: 'Replace…' }));
  expect(section().getByText('The present link stops working.')).toBeVisible();
  expect(section().getByLabelText('Works for (days)')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(await section().findByLabelText('Address of the preview')).toHaveValue(URL_OF_LINK);
  expect(sent).toEqual([{ days: 7 }]);
});

it('revokes a link after a question', async () => {
  let revocations = 0;
  await open(LINK);
  server.use(
    http.delete('*/api/blogs/b1/preview-link', () => {
      revocations += 1;
      return HttpResponse.json({ success: true, message: '' });
    }),
  );
  await userEvent.click(await section().findByRole('button', { name: 'Revoke…' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(revocations).toBe(0);
  await userEvent.click(dialog.getByRole('button', { name: 'Revoke' }));
  expect(await section().findByRole('button', { name: 'Create link' })).toBeVisible();
  expect(revocations).toBe(1);
});

it('says what went wrong', async () => {
  server.refuse('/blogs/b1/preview-link', 500, 'internal_error', 'Something went wrong');
  await open(null);
  await userEvent.click(await section().findByRole('button', { name: 'Create link' }));
  await waitFor(() => {
    expect(section().getByRole('alert')).toHaveTextContent('Something went wrong');
  });
  expect(section().getByRole('button', { name: 'Create link' })).toBeEnabled();
});

it('is for drafts that are stored', async () => {
  await open(null, 'published');
  expect(screen.queryByRole('region', { name: 'Preview link' })).not.toBeInTheDocument();
});

it('asks to save a new draft first', async () => {
  openPostPage('/admin/new-blog');
  await screen.findByRole('textbox', { name: 'Content' });
  expect(section().getByText('Save the draft first.')).toBeVisible();
});
