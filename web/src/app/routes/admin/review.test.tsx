import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import type { EditablePost, Role } from '../../../shared/api/types';
import { apiServer } from '../../../test/api-server';
import { sampleDraft } from '../../../test/sample-post';
import { openPostPage } from './post-pages.fixture';

const server = apiServer();
const NOTE = {
  id: 'n1',
  text: 'Please add\nan example.',
  createdAt: '2026-03-04T05:06:07.000Z',
  author: { id: 'b', username: 'Bo' },
};

/** Opens a draft in the editor, with the note of its last step. */
async function open(role: Role, changes: Partial<EditablePost> = {}) {
  const draft = sampleDraft('b1', { title: 'Queues', ...changes });
  const notes = draft.review === 'none' ? [] : [{ ...NOTE, event: draft.review }];
  server.get('/blogs/admin/blogs/b1', { success: true, blog: draft });
  server.get('/blogs/b1/notes', {
    success: true,
    notes,
    total: notes.length,
    page: 1,
    totalPages: 1,
  });
  server.get('/blogs/b1/preview-link', { success: true, link: null });
  openPostPage('/admin/edit-blog/b1', role);
  await screen.findByRole('textbox', { name: 'Content' });
  return draft;
}

/** Handles saves; returns their bodies, an array that grows. */
function handleSaves(saved: EditablePost) {
  const sent: unknown[] = [];
  server.use(
    http.put('*/api/blogs/update/b1', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ success: true, message: '', blog: saved });
    }),
  );
  return sent;
}

it('saves a contributor’s draft and submits it with a note', async () => {
  const draft = await open('contributor');
  expect(screen.queryByRole('region', { name: 'Review' })).not.toBeInTheDocument();
  const saves = handleSaves({ ...draft, title: 'Queues again' });
  const sent = server.post('/blogs/b1/submit', {
    success: true,
    blog: { ...draft, review: 'submitted' },
  });
  await userEvent.type(screen.getByLabelText('Title'), ' again');
  await userEvent.click(screen.getByRole('button', { name: 'Submit for Review' }));
  const dialog = screen.getByRole('dialog', { name: 'Submit for Review' });
  await userEvent.type(within(dialog).getByRole('textbox'), 'Ready');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Submit' }));
  const bar = await screen.findByRole('region', { name: 'Review' });
  expect(bar).toHaveTextContent('Submitted for review');
  expect(saves).toEqual([expect.objectContaining({ title: 'Queues again', status: 'draft' })]);
  expect(sent).toEqual([{ note: 'Ready' }]);
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
  expect(screen.queryByRole('button', { name: 'Submit for Review' })).not.toBeInTheDocument();
  expect(within(bar).queryByRole('button')).not.toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Edit Blog' })).toHaveFocus();
});

it('submits nothing when the draft cannot be saved', async () => {
  await open('contributor');
  const sent = server.post('/blogs/b1/submit', {});
  server.use(http.put('*/api/blogs/update/b1', () => HttpResponse.json({}, { status: 500 })));
  await userEvent.type(screen.getByLabelText('Title'), ' again');
  await userEvent.click(screen.getByRole('button', { name: 'Submit for Review' }));
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
  expect(await screen.findByText('Failed to update blog')).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(sent).toEqual([]);
});

it('does not ask for a note while the title is missing', async () => {
  await open('contributor');
  await userEvent.clear(screen.getByLabelText('Title'));
  await userEvent.click(screen.getByRole('button', { name: 'Submit for Review' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Title, content');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('shows a contributor which changes were requested, and offers to submit again', async () => {
  await open('contributor', { review: 'changesRequested' });
  const bar = screen.getByRole('region', { name: 'Review' });
  expect(await within(bar).findByText('Changes requested by Bo')).toBeVisible();
  expect(bar.querySelector('.note-text')?.textContent).toBe('Please add\nan example.');
  expect(screen.getByRole('button', { name: 'Submit for Review' })).toBeEnabled();
});

it('publishes a submitted draft with the revision that was read', async () => {
  const draft = await open('editor', { review: 'submitted' });
  expect(screen.queryByRole('button', { name: 'Publish' })).not.toBeInTheDocument();
  const sent = server.post('/blogs/b1/review', {
    success: true,
    blog: { ...draft, status: 'published', review: 'none' },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Approve and publish' }));
  const dialog = screen.getByRole('dialog', { name: 'Approve and publish' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Approve and publish' }));
  expect(await screen.findByText('Approved and published')).toBeVisible();
  expect(sent).toEqual([{ decision: 'approve', revision: 3 }]);
  expect(screen.queryByRole('region', { name: 'Review' })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Publish' })).toBeVisible();
});

it('saves what an editor changed before it is approved', async () => {
  const draft = await open('editor', { review: 'submitted' });
  handleSaves({ ...draft, revision: 4 });
  const sent = server.post('/blogs/b1/review', { success: true, blog: draft });
  await userEvent.type(screen.getByLabelText('Title'), ' again');
  await userEvent.click(screen.getByRole('button', { name: 'Approve and publish' }));
  await userEvent.type(screen.getByLabelText('Note to the authors (optional)'), 'Well done');
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Approve and publish' }));
  await waitFor(() => {
    expect(sent).toEqual([{ decision: 'approve', note: 'Well done', revision: 4 }]);
  });
});

it('approves a draft for a time, and shows what the server says about it', async () => {
  const draft = await open('editor', { review: 'submitted' });
  const refused = server.refuse('/blogs/b1/review', 400, 'validation_failed', 'Invalid', {
    errors: { publishAt: 'Too late' },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Approve and schedule…' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Approve and schedule' }));
  const field = dialog.getByLabelText('Publish on');
  await userEvent.clear(field);
  await userEvent.click(dialog.getByRole('button', { name: 'Approve and schedule' }));
  expect(field).toHaveAccessibleDescription(/Choose a date and a time/);
  const at = new Date(new Date().getFullYear() + 1, 5, 1, 9);
  await userEvent.type(field, `${at.getFullYear()}-06-01T09:00`);
  await userEvent.click(dialog.getByRole('button', { name: 'Approve and schedule' }));
  await waitFor(() => {
    expect(field).toHaveAccessibleDescription(/Too late/);
  });
  expect(field).toHaveFocus();
  expect(refused).toHaveLength(1);
  const publishAt = at.toISOString();
  const sent = server.post('/blogs/b1/review', {
    success: true,
    blog: { ...draft, review: 'none', publishAt },
  });
  await userEvent.click(dialog.getByRole('button', { name: 'Approve and schedule' }));
  expect(await screen.findByText(/^Approved: will be published on/)).toBeVisible();
  expect(sent).toEqual([{ decision: 'approve', publishAt, revision: 3 }]);
});

it('wants a note with requested changes', async () => {
  const draft = await open('editor', { review: 'submitted' });
  const sent = server.post('/blogs/b1/review', {
    success: true,
    blog: { ...draft, review: 'changesRequested' },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Request changes' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Request changes' }));
  const field = dialog.getByLabelText('What should be changed?');
  await userEvent.click(dialog.getByRole('button', { name: 'Request changes' }));
  expect(field).toHaveAccessibleDescription('Say what should be changed');
  expect(field).toHaveFocus();
  await userEvent.type(field, 'An example');
  await userEvent.click(dialog.getByRole('button', { name: 'Request changes' }));
  expect(await screen.findByText(/^Changes requested/, { selector: 'strong' })).toBeVisible();
  expect(sent).toEqual([{ decision: 'changes', note: 'An example', revision: 3 }]);
});

it.each([
  ['revision_conflict', /^The text was changed since you opened it/],
  ['not_submitted', /^This draft no longer waits for a review/],
] as const)('offers to load the post again: %s', async (code, message) => {
  await open('editor', { review: 'submitted' });
  server.refuse('/blogs/b1/review', 409, code, 'Conflict');
  await userEvent.click(screen.getByRole('button', { name: 'Approve and publish' }));
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Approve and publish' }));
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Reload' })).toBeEnabled();
});

it('offers an author no decision on their own submitted draft', async () => {
  await open('author', { review: 'submitted' });
  const bar = screen.getByRole('region', { name: 'Review' });
  expect(bar).toHaveTextContent('Submitted for review');
  expect(within(bar).queryByRole('button')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Publish' })).toBeVisible();
});

it('does not take a note for a change of the post', async () => {
  await open('editor');
  await userEvent.type(screen.getByLabelText('Add a note'), 'Hello');
  await userEvent.type(screen.getByLabelText('Add an author'), 'Bo');
  expect(screen.queryByText('Unsaved changes')).not.toBeInTheDocument();
  await userEvent.type(screen.getByLabelText('Title'), ' again');
  expect(screen.getByText('Unsaved changes')).toBeVisible();
});
