import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';

import type { Role } from '../../shared/api/types';
import { apiServer } from '../../test/api-server';
import { gate } from '../../test/gate';
import { renderPage } from '../../test/render-page';
import { signInAs } from '../../test/sample-admin';
import { sampleAuthor, sampleDraft } from '../../test/sample-post';
import { PostAuthors } from './post-authors';
import type { Author } from './use-authors';

const server = apiServer();
// The signed-in member has this id.
const ADA = sampleAuthor('a1', 'Ada');
const BO = sampleAuthor('b', 'Bo');
const CY = sampleAuthor('c', 'Cy');
const TEAM = [
  { id: 'a1', username: 'Ada', role: 'author' },
  { id: 'b', username: 'Bo', role: 'editor' },
  { id: 'c', username: 'Cy', role: 'contributor' },
  { id: 'd', username: 'Bobby', role: 'admin' },
];

beforeEach(() => {
  server.get('/admin/authors', { success: true, authors: TEAM });
});

/** Shows the part for a post; changes of the form around it call `onFormChange`. */
function show(authors: Author[], role: Role = 'editor', onFormChange = vi.fn()) {
  signInAs(role);
  function Page() {
    const [stored, setStored] = useState({ id: 'p1', authors });
    return (
      <form onChange={onFormChange}>
        <PostAuthors
          post={{
            stored,
            amend: (changes) => {
              setStored({ ...stored, ...changes });
            },
          }}
        />
      </form>
    );
  }
  renderPage(<Page />);
  return onFormChange;
}

/** Handles changes of the authors; returns the ids that were sent, an array that grows. */
function handleChanges(opened: Promise<void> = Promise.resolve()) {
  const sent: unknown[] = [];
  server.use(
    http.put('*/api/blogs/p1/authors', async ({ request }) => {
      const { authors } = (await request.json()) as { authors: string[] };
      sent.push(authors);
      await opened;
      const named = authors.map((id) =>
        sampleAuthor(id, TEAM.find((person) => person.id === id)?.username ?? ''),
      );
      return HttpResponse.json({ success: true, blog: sampleDraft('p1', { authors: named }) });
    }),
  );
  return sent;
}

function names() {
  return within(screen.getByRole('list'))
    .getAllByRole('listitem')
    .map((item) => item.textContent);
}

it('adds an author by the keyboard alone, without a change of the form', async () => {
  const sent = handleChanges();
  const onFormChange = show([ADA]);
  const field = screen.getByRole('combobox', { name: 'Add an author' });
  await userEvent.tab();
  expect(field).toHaveFocus();
  await userEvent.keyboard('b');
  await waitFor(() => {
    expect(screen.getAllByRole('option')).toHaveLength(2);
  });
  expect(screen.getByRole('option', { name: 'Bo Editor' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await userEvent.keyboard('{ArrowDown}');
  const bobby = screen.getByRole('option', { name: 'Bobby Administrator' });
  expect(bobby).toHaveAttribute('aria-selected', 'true');
  expect(field).toHaveAttribute('aria-activedescendant', bobby.id);
  await userEvent.keyboard('{ArrowUp}{Enter}');
  await waitFor(() => {
    expect(names()).toEqual(['Ada', 'Bo']);
  });
  expect(await screen.findByText('Bo is now an author')).toBeInTheDocument();
  expect(sent).toEqual([['a1', 'b']]);
  expect(field).toHaveValue('');
  expect(field).toHaveAttribute('aria-expanded', 'false');
  expect(onFormChange).not.toHaveBeenCalled();
});

it('offers nobody who is an author already, and says when nobody is found', async () => {
  show([ADA, BO]);
  await userEvent.click(screen.getByRole('combobox'));
  expect(await screen.findByRole('option', { name: /Cy/ })).toBeVisible();
  expect(screen.getAllByRole('option')).toHaveLength(2);
  await userEvent.keyboard('ada');
  expect(screen.queryByRole('option')).not.toBeInTheDocument();
  expect(screen.getByText('Nobody of this name')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(screen.getByRole('combobox')).toHaveValue('');
  expect(screen.queryByText('Nobody of this name')).not.toBeInTheDocument();
});

it('moves an author at once and keeps the focus', async () => {
  const { opened, open } = gate();
  const sent = handleChanges(opened);
  show([ADA, BO, CY]);
  const up = screen.getByRole('button', { name: 'Move Cy up' });
  up.focus();
  await userEvent.keyboard('{Enter}');
  expect(names()).toEqual(['Ada', 'Cy', 'Bo']);
  expect(screen.getByRole('button', { name: 'Move Cy up' })).toHaveFocus();
  open();
  expect(await screen.findByText('Cy is now number 2 of 3')).toBeInTheDocument();
  expect(sent).toEqual([['a1', 'c', 'b']]);
  expect(screen.getByRole('button', { name: 'Move Cy up' })).toHaveFocus();
});

it('sends a change that is made while another is on its way after it', async () => {
  const { opened, open } = gate();
  const sent = handleChanges(opened);
  show([ADA, BO, CY]);
  screen.getByRole('button', { name: 'Move Cy up' }).focus();
  await userEvent.keyboard('{Enter}');
  await userEvent.keyboard('{Enter}');
  expect(names()).toEqual(['Cy', 'Ada', 'Bo']);
  open();
  await waitFor(() => {
    expect(sent).toEqual([
      ['a1', 'c', 'b'],
      ['c', 'a1', 'b'],
    ]);
  });
  expect(names()).toEqual(['Cy', 'Ada', 'Bo']);
});

it('removes an author, and takes the focus to the next', async () => {
  const sent = handleChanges();
  show([ADA, BO, CY]);
  await userEvent.click(screen.getByRole('button', { name: 'Remove Bo' }));
  await waitFor(() => {
    expect(sent).toEqual([['a1', 'c']]);
  });
  expect(names()).toEqual(['Ada', 'Cy']);
  expect(screen.getByRole('button', { name: 'Remove Cy' })).toHaveFocus();
});

it('undoes a change that the server refuses', async () => {
  server.use(
    http.put('*/api/blogs/p1/authors', () =>
      HttpResponse.json(
        {
          success: false,
          code: 'validation_failed',
          message: 'Invalid',
          errors: { authors: 'One of the authors is not known here' },
        },
        { status: 400 },
      ),
    ),
  );
  show([ADA, BO]);
  await userEvent.click(screen.getByRole('button', { name: 'Move Bo up' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'One of the authors is not known here',
  );
  expect(names()).toEqual(['Ada', 'Bo']);
});

it('does not let an author leave their own post', async () => {
  const sent = handleChanges();
  show([ADA, BO], 'author');
  const own = screen.getByRole('button', { name: 'Remove Ada' });
  expect(own).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(own);
  await userEvent.click(screen.getByRole('button', { name: 'Remove Bo' }));
  await waitFor(() => {
    expect(names()).toEqual(['Ada']);
  });
  expect(sent).toEqual([['a1']]);
});

it('has room for five authors', () => {
  const five = ['1', '2', '3', '4', '5'].map((id) => sampleAuthor(id, `Author ${id}`));
  show(five);
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
  expect(screen.getByText('A post has at most 5 authors.')).toBeVisible();
});

it('shows a contributor the names alone', () => {
  show([ADA, BO], 'contributor');
  expect(names()).toEqual(['Ada', 'Bo']);
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
});
