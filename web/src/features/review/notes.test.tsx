import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';

import type { Note } from '../../shared/api/types';
import { apiServer } from '../../test/api-server';
import { renderPage } from '../../test/render-page';
import { signInAs } from '../../test/sample-admin';
import { Notes } from './notes';

const server = apiServer();

beforeEach(() => {
  signInAs('contributor');
});

function note(id: string, changes: Partial<Note> = {}): Note {
  return {
    id,
    text: `Text of ${id}`,
    event: null,
    createdAt: '2026-03-04T05:06:07.000Z',
    author: { id: 'b', username: 'Bo' },
    ...changes,
  };
}

/** Serves pages of notes. */
function serve(...pages: Note[][]) {
  server.use(
    http.get('*/api/blogs/p1/notes', ({ request }) => {
      const page = Number(new URL(request.url).searchParams.get('page'));
      const notes = pages[page - 1] ?? [];
      const total = pages.flat().length;
      return HttpResponse.json({ success: true, notes, total, page, totalPages: pages.length });
    }),
  );
}

function show() {
  const onFormChange = vi.fn();
  renderPage(
    <form onChange={onFormChange}>
      <Notes post={{ id: 'p1' }} />
    </form>,
  );
  return onFormChange;
}

it('tells who wrote what, and which step of the review it was', async () => {
  serve([
    note('n3', { event: 'changesRequested', text: 'First line\nSecond line' }),
    note('n2', { event: 'submitted', text: '', author: { id: 'a1', username: 'root' } }),
    note('n1', { author: null }),
  ]);
  show();
  const items = await screen.findAllByRole('listitem');
  expect(items.map((item) => item.querySelector('.note-head span')?.textContent)).toEqual([
    'Bo requested changes',
    'You submitted it for review',
    'A former member',
  ]);
  expect(items[0]?.querySelector('.note-text')?.textContent).toBe('First line\nSecond line');
  expect(items[1]?.querySelector('.note-text')).toBeNull();
});

it('loads earlier notes and moves the focus to the first of them', async () => {
  serve([note('n3'), note('n2')], [note('n2'), note('n1')]);
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Earlier notes' }));
  const oldest = await screen.findByText('Text of n1');
  const notes = screen.getByRole('region', { name: 'Notes' });
  expect(within(notes).getAllByRole('listitem')).toHaveLength(3);
  await waitFor(() => {
    expect(oldest.closest('li')).toHaveFocus();
  });
  expect(screen.queryByRole('button', { name: 'Earlier notes' })).not.toBeInTheDocument();
});

it('adds a note by the keys, without a change of the form', async () => {
  serve([]);
  const sent = server.post('/blogs/p1/notes', { success: true, note: note('n1') }, { status: 201 });
  const onFormChange = show();
  await userEvent.type(screen.getByLabelText('Add a note'), ' Looks good ');
  serve([note('n1')]);
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByText('Text of n1')).toBeVisible();
  expect(sent).toEqual([{ text: 'Looks good' }]);
  expect(screen.getByLabelText('Add a note')).toHaveValue('');
  expect(onFormChange).not.toHaveBeenCalled();
});

it('wants a text, and counts near the limit', async () => {
  serve([]);
  const sent = server.post('/blogs/p1/notes', { success: true, note: note('n1') });
  show();
  const field = screen.getByLabelText('Add a note');
  await userEvent.click(screen.getByRole('button', { name: 'Add note' }));
  expect(field).toHaveAccessibleDescription('Write a note');
  expect(field).toHaveFocus();
  await userEvent.click(field);
  await userEvent.paste('x'.repeat(1_799));
  expect(field).not.toHaveAccessibleDescription();
  await userEvent.paste('x'.repeat(202));
  expect(field).toHaveAccessibleDescription('2001/2000');
  await userEvent.click(screen.getByRole('button', { name: 'Add note' }));
  expect(field).toHaveAccessibleDescription(/A note must be at most 2,000 characters long/);
  expect(sent).toEqual([]);
});

it('keeps a note that could not be added', async () => {
  serve([]);
  server.post('/blogs/p1/notes', {}, { status: 500 });
  show();
  await userEvent.type(screen.getByLabelText('Add a note'), 'Looks good');
  await userEvent.click(screen.getByRole('button', { name: 'Add note' }));
  expect(await screen.findByText('Failed to add the note')).toBeVisible();
  expect(screen.getByLabelText('Add a note')).toHaveValue('Looks good');
});
