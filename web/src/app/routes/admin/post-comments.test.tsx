import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';

import type { Autosave } from '../../../shared/api/types';
import { apiServer } from '../../../test/api-server';
import { sampleAutosave } from '../../../test/sample-autosave';
import { sampleDraft } from '../../../test/sample-post';
import { openPostPage } from './post-pages.fixture';

const server = apiServer();
const AUTOSAVE_MS = 10_000;

afterEach(() => {
  vi.useRealTimers();
});

async function open(commentsClosed: boolean) {
  let stored = sampleDraft('b1', { status: 'published', commentsClosed });
  const sent: unknown[] = [];
  server.get('/blogs/admin/blogs/b1', { success: true, blog: stored });
  server.use(
    http.put('*/api/blogs/update/b1', async ({ request }) => {
      const body = (await request.json()) as Partial<typeof stored>;
      sent.push(body);
      stored = { ...stored, ...body };
      return HttpResponse.json({ success: true, message: '', blog: stored });
    }),
  );
  const page = await openPage();
  return { sent, page };
}

async function openPage() {
  const page = openPostPage('/admin/edit-blog/b1', 'author');
  await screen.findByRole('textbox', { name: 'Content' });
  return page;
}

/** Serves the autosaves of the writer; returns the texts that are autosaved, an array that grows. */
function serveAutosaves(stored: readonly Autosave[]) {
  const kept: unknown[] = [];
  server.get('/admin/autosaves', { success: true, autosaves: [...stored] });
  server.get('/admin/autosaves/b1', { success: true, autosave: stored[0] ?? null });
  server.use(
    http.put('*/api/admin/autosaves/b1', async ({ request }) => {
      kept.push(await request.json());
      return HttpResponse.json({ success: true, autosave: sampleAutosave('b1') });
    }),
  );
  return kept;
}

const box = () => screen.getByRole('checkbox', { name: 'Close comments' });

async function save() {
  await userEvent.keyboard('{Control>}s{/Control}');
}

it('closes a post for comments, once', async () => {
  const { sent } = await open(false);
  expect(box()).not.toBeChecked();
  expect(box()).toHaveAccessibleDescription(/^Readers can write no more/);
  await userEvent.click(box());
  await save();
  await waitFor(() => {
    expect(sent).toEqual([expect.objectContaining({ commentsClosed: true })]);
  });
  expect(box()).toBeChecked();
  await userEvent.type(screen.getByLabelText('Title'), ' again');
  await save();
  await waitFor(() => {
    expect(sent).toHaveLength(2);
  });
  expect(sent[1]).not.toHaveProperty('commentsClosed');
});

it('opens a closed post for comments again', async () => {
  const { sent } = await open(true);
  expect(box()).toBeChecked();
  await userEvent.click(box());
  await save();
  await waitFor(() => {
    expect(sent).toEqual([expect.objectContaining({ commentsClosed: false })]);
  });
});

it('keeps the choice in the draft of this browser', async () => {
  const { sent, page } = await open(false);
  await userEvent.click(box());
  fireEvent(window, new Event('pagehide'));
  page.unmount();
  await openPage();
  expect(box()).not.toBeChecked();
  await userEvent.click(await screen.findByRole('button', { name: 'Restore' }));
  expect(box()).toBeChecked();
  await save();
  await waitFor(() => {
    expect(sent).toEqual([expect.objectContaining({ commentsClosed: true })]);
  });
});

it('keeps no draft of a choice that was taken back', async () => {
  const { page } = await open(true);
  await userEvent.click(box());
  await userEvent.click(box());
  fireEvent(window, new Event('pagehide'));
  page.unmount();
  await openPage();
  expect(screen.queryByText(/^You have unsaved changes/u)).not.toBeInTheDocument();
});

it('keeps the choice on the server, and only a choice', async () => {
  const kept = serveAutosaves([]);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await open(true);
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'Queues' } });
  await act(() => vi.advanceTimersByTimeAsync(AUTOSAVE_MS));
  await waitFor(() => {
    expect(kept).toHaveLength(1);
  });
  expect(kept[0]).not.toHaveProperty('commentsClosed');
  fireEvent.click(box());
  await act(() => vi.advanceTimersByTimeAsync(AUTOSAVE_MS));
  await waitFor(() => {
    expect(kept).toHaveLength(2);
  });
  expect(kept[1]).toHaveProperty('commentsClosed', false);
});

it('restores the choice that the server has kept', async () => {
  const text = { blog: 'b1', baseRevision: 3, featuredImage: '/media/0a.webp' };
  serveAutosaves([sampleAutosave('b1', { ...text, commentsClosed: true })]);
  const { sent } = await open(false);
  await userEvent.click(await screen.findByRole('button', { name: 'Restore' }));
  expect(box()).toBeChecked();
  await save();
  await waitFor(() => {
    expect(sent).toEqual([expect.objectContaining({ commentsClosed: true })]);
  });
});

const followers = () => screen.getByRole('checkbox', { name: 'Tell followers' });

it('keeps from its followers what is not for them', async () => {
  const { sent } = await open(false);
  expect(followers()).toBeChecked();
  await userEvent.click(followers());
  await save();
  await waitFor(() => {
    expect(sent).toEqual([expect.objectContaining({ announce: false })]);
  });
  expect(sent[0]).not.toHaveProperty('commentsClosed');
  expect(followers()).not.toBeChecked();
});

it('restores from the server that followers are not to be told', async () => {
  const text = { blog: 'b1', baseRevision: 3, featuredImage: '/media/0a.webp' };
  serveAutosaves([sampleAutosave('b1', { ...text, announce: false })]);
  const { sent } = await open(false);
  await userEvent.click(await screen.findByRole('button', { name: 'Restore' }));
  expect(followers()).not.toBeChecked();
  await save();
  await waitFor(() => {
    expect(sent).toEqual([expect.objectContaining({ announce: false })]);
  });
});

it('says that followers were told, once', async () => {
  const announcedAt = '2026-03-04T05:06:07.000Z';
  const told = sampleDraft('b1', { status: 'published', announcedAt });
  server.get('/blogs/admin/blogs/b1', { success: true, blog: told });
  await openPage();
  expect(followers()).toBeDisabled();
  expect(followers()).toHaveAccessibleDescription('They were told when it was published.');
});
