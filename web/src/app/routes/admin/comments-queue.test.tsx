import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { ManagedComment } from '../../../shared/api/types';
import { apiServer } from '../../../test/api-server';
import { recordRequests } from '../../../test/recorded-requests';
import { renderSite } from '../../../test/render-site';
import { signInAdmin } from '../../../test/sample-admin';
import { sampleManagedComment } from '../../../test/sample-managed-comment';

const server = apiServer();
const UNDO_MS = 5_000;
const FRAME_MS = 17;
const AT = '2026-03-05T05:06:07.000Z';

beforeEach(() => {
  signInAdmin();
  localStorage.removeItem('moderation-keys');
  vi.useFakeTimers({ shouldAdvanceTime: true });
});

afterEach(() => {
  vi.useRealTimers();
});

function held(number: number, changes: Partial<ManagedComment> = {}): ManagedComment {
  return sampleManagedComment(number, { state: 'held', heldFor: ['link'], ...changes });
}

function serve(comments: readonly ManagedComment[]) {
  const list = recordRequests('get', '/admin/comments', {
    success: true,
    comments: [...comments],
    total: comments.length,
    totals: { all: 120, held: comments.length, reported: 2 },
    page: 1,
    totalPages: 1,
  });
  server.use(list.handler);
  return list.requests;
}

function acceptDecisions(status = 200) {
  const decisions = recordRequests(
    'post',
    '/admin/comments/moderate',
    { success: status === 200, message: '', results: [] },
    status,
  );
  server.use(decisions.handler);
  return () => decisions.requests.map(({ body }) => body);
}

async function open(comments: readonly ManagedComment[], address = '/admin/comments?status=held') {
  const requests = serve(comments);
  const router = renderSite(address);
  await screen.findAllByRole('article');
  return { requests, router };
}

const row = (number: number) =>
  screen.getAllByRole('article').find((article) => article.dataset['comment'] === `c${number}`);
const rows = () => screen.queryAllByRole('article').map(({ dataset }) => dataset['comment']);
const user = () => userEvent.setup({ advanceTimers: vi.advanceTimersByTime.bind(vi) });
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const waitToSend = () => pass(UNDO_MS);

/** Lets time pass by `pass` alone: on a busy machine it would run out between two steps. `user` and `waitFor` need a clock that runs. */
function stopClock() {
  vi.setTimerTickMode('manual');
}

function press(key: string) {
  fireEvent.keyDown(document.activeElement ?? document.body, { key });
}

it('has tabs with counts in the address, which keep the search', async () => {
  const { requests, router } = await open([held(1)], '/admin/comments?search=tea&page=2');
  const tabs = within(screen.getByRole('navigation', { name: 'Queues' }));
  expect(tabs.getByRole('link', { name: 'All 120' })).toHaveAttribute('aria-current', 'page');
  await user().click(tabs.getByRole('link', { name: 'Held 1' }));
  await waitFor(() => {
    expect(requests.at(-1)?.url.search).toBe('?page=1&limit=20&search=tea&state=held');
  });
  expect(router.state.location.search).toBe('?search=tea&status=held');
  await user().click(tabs.getByRole('link', { name: 'Reported 2' }));
  await waitFor(() => {
    expect(requests.at(-1)?.url.search).toBe('?page=1&limit=20&search=tea&reported=true');
  });
});

it('limits the list to a reader or a post by the address', async () => {
  const { requests, router } = await open([held(1)], '/admin/comments?user=u1&blog=b1');
  expect(requests.at(-1)?.url.search).toBe('?page=1&limit=20&user=u1&blog=b1');
  await user().click(screen.getByRole('button', { name: 'By Ada Walker: show all' }));
  await waitFor(() => {
    expect(router.state.location.search).toBe('?blog=b1');
  });
  expect(screen.getByRole('link', { name: 'All by Ada Walker' })).toHaveAttribute(
    'href',
    '/admin/comments?user=u1',
  );
});

it('says why a comment is held, who reported it, and what it said before', async () => {
  await open([
    held(1, {
      heldFor: ['link', 'word'],
      reportCount: 7,
      reports: [{ reason: 'abuse', note: 'Rude', at: AT, user: { id: 'u9', name: 'Bo' } }],
      edits: [{ content: 'Earlier words', at: AT }],
    }),
  ]);
  expect(
    screen.getByText('Held because a newcomer wrote a link, and it has a word of the hold list'),
  ).toBeVisible();
  expect(screen.getByText('7 reports')).toBeVisible();
  expect(screen.getByText(/Rude/)).toHaveTextContent(/^Abuse “Rude” by Bo, \d+ days ago$/);
  expect(screen.getByText('and 6 more')).toBeVisible();
  expect(screen.getByText('Edited once')).toBeVisible();
  expect(screen.getByText('Earlier words')).toBeInTheDocument();
});

it('moves by j and k, and decides on the comment with the focus', async () => {
  const sent = acceptDecisions();
  await open([held(1), held(2), held(3)]);
  await user().keyboard('j');
  expect(row(1)).toHaveFocus();
  await user().keyboard('jj');
  expect(row(3)).toHaveFocus();
  await user().keyboard('k');
  expect(row(2)).toHaveFocus();
  await user().keyboard('a');
  await waitFor(() => {
    expect(row(3)).toHaveFocus();
  });
  expect(rows()).toEqual(['c1', 'c3']);
  expect(screen.getByText('Comment approved')).toBeVisible();
  await user().keyboard('r');
  await waitFor(() => {
    expect(row(1)).toHaveFocus();
  });
  expect(sent()).toEqual([]);
  await waitToSend();
  await waitFor(() => {
    expect(sent()).toEqual([
      { ids: ['c2'], action: 'approve' },
      { ids: ['c3'], action: 'remove' },
    ]);
  });
});

it('leaves letters to the search and to somebody who turns the keys off', async () => {
  const sent = acceptDecisions();
  await open([held(1)]);
  await user().type(screen.getByRole('searchbox'), 'jar');
  expect(rows()).toEqual(['c1']);
  row(1)?.focus();
  await user().keyboard('?');
  await user().click(screen.getByRole('checkbox', { name: 'Use these keys' }));
  row(1)?.focus();
  await user().keyboard('r');
  expect(rows()).toEqual(['c1']);
  expect(sent()).toEqual([]);
  expect(localStorage.getItem('moderation-keys')).toBe('off');
});

it('undoes a decision within 5 seconds, and nothing is sent', async () => {
  const sent = acceptDecisions();
  await open([held(1), held(2)]);
  stopClock();
  row(1)?.focus();
  press('r');
  expect(rows()).toEqual(['c2']);
  await pass(UNDO_MS - 1);
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await pass(FRAME_MS);
  expect(row(1)).toHaveFocus();
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
  press('a');
  press('z');
  expect(rows()).toEqual(['c1', 'c2']);
  await pass(UNDO_MS);
  expect(sent()).toEqual([]);
});

it('sends a decision at once when the page is left', async () => {
  const sent = acceptDecisions();
  const { router } = await open([held(1), held(2)]);
  row(1)?.focus();
  await user().keyboard('r');
  fireEvent(window, new Event('pagehide'));
  await waitFor(() => {
    expect(sent()).toEqual([{ ids: ['c1'], action: 'remove' }]);
  });
  row(2)?.focus();
  await user().keyboard('a');
  await act(() => router.navigate('/admin/settings'));
  await waitFor(() => {
    expect(sent().at(-1)).toEqual({ ids: ['c2'], action: 'approve' });
  });
});

it('puts comments back whose decision could not be sent', async () => {
  acceptDecisions(500);
  await open([held(1)]);
  row(1)?.focus();
  await user().keyboard('r');
  expect(await screen.findByText('All decided on this page')).toBeVisible();
  await waitToSend();
  expect(
    await screen.findByText('Failed to moderate comments. Please try again.'),
  ).toBeInTheDocument();
  await waitFor(() => {
    expect(rows()).toEqual(['c1']);
  });
});

it('decides on the selected comments together', async () => {
  const sent = acceptDecisions();
  await open([held(1), held(2), held(3), sampleManagedComment(4)], '/admin/comments');
  const bar = within(screen.getByRole('group', { name: 'Selected comments' }));
  await user().click(bar.getByRole('checkbox', { name: 'Select all' }));
  expect(bar.getByText('4 selected')).toBeVisible();
  row(2)?.focus();
  await user().keyboard('x');
  expect(bar.getByText('3 selected')).toBeVisible();
  expect(bar.getByRole('checkbox', { name: 'Select all' })).toBePartiallyChecked();
  expect(bar.getByRole('button', { name: 'Dismiss the selected comments' })).toBeDisabled();
  await user().click(bar.getByRole('button', { name: 'Approve the selected comments' }));
  await waitFor(() => {
    expect(row(4)).toHaveFocus();
  });
  expect(screen.getByText('2 comments approved')).toBeVisible();
  expect(rows()).toEqual(['c1', 'c2', 'c3', 'c4']);
  await waitToSend();
  await waitFor(() => {
    expect(sent()).toEqual([{ ids: ['c1', 'c3'], action: 'approve' }]);
  });
});

it('asks whether the whole reader is a spammer', async () => {
  const sent = acceptDecisions();
  await open([held(1), held(2)]);
  row(1)?.focus();
  await user().keyboard('s');
  const dialog = await screen.findByRole('alertdialog', { name: 'Mark this comment as spam?' });
  await user().click(
    within(dialog).getByRole('checkbox', { name: 'Ban Ada Walker and remove all their comments' }),
  );
  await user().click(within(dialog).getByRole('button', { name: 'Mark as spam' }));
  await waitFor(() => {
    expect(row(2)).toHaveFocus();
  });
  await waitToSend();
  await waitFor(() => {
    expect(sent()).toEqual([{ ids: ['c1'], action: 'spam', wholeUser: true }]);
  });
});

it('moves a removed comment out of the list of all at once, with the focus on the next one', async () => {
  acceptDecisions();
  await open([sampleManagedComment(1), sampleManagedComment(2)], '/admin/comments');
  await user().click(
    within(row(1) ?? document.body).getByRole('button', { name: /^Remove: the comment of Ada/ }),
  );
  expect(rows()).toEqual(['c2']);
  await waitFor(() => {
    expect(row(2)).toHaveFocus();
  });
  await user().click(screen.getByRole('button', { name: 'Undo' }));
  expect(rows()).toEqual(['c1', 'c2']);
});

it('lists the removed comments in a tab without a count, and restores them', async () => {
  const sent = acceptDecisions();
  const { requests } = await open([sampleManagedComment(1)], '/admin/comments');
  serve([
    sampleManagedComment(1, { state: 'removed' }),
    sampleManagedComment(2, { state: 'removed', reportCount: 1 }),
  ]);
  const tabs = within(screen.getByRole('navigation', { name: 'Queues' })).getAllByRole('link');
  expect(tabs.map(({ textContent }) => textContent)).toEqual([
    'All 120',
    'Held 1',
    'Reported 2',
    'Removed',
  ]);
  await user().click(screen.getByRole('link', { name: 'Removed' }));
  expect(await screen.findByText(/is kept for 30 days\. Approve shows it again/)).toBeVisible();
  await waitFor(() => {
    expect(rows()).toEqual(['c1', 'c2']);
  });
  expect(requests).toHaveLength(1);
  expect(screen.getAllByText('Removed by a moderator')).toHaveLength(2);
  // Removing again, replying to what nobody sees and deleting are no choices.
  const buttons = within(row(1) ?? document.body).getAllByRole('button');
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Approve', 'Silence or ban']);
  row(1)?.focus();
  await user().keyboard('r');
  expect(rows()).toEqual(['c1', 'c2']);
  await user().keyboard('a');
  expect(rows()).toEqual(['c2']);
  expect(screen.getByText('Comment approved')).toBeVisible();
  await waitFor(() => {
    expect(row(2)).toHaveFocus();
  });
  await waitToSend();
  await waitFor(() => {
    expect(sent()).toEqual([{ ids: ['c1'], action: 'approve' }]);
  });
});

it('asks the server for the removed comments', async () => {
  const { requests } = await open(
    [sampleManagedComment(1, { state: 'removed' })],
    '/admin/comments?status=removed&search=tea',
  );
  expect(requests.at(-1)?.url.search).toBe('?page=1&limit=20&search=tea&state=removed');
});

it('replies as a member of the staff, and keeps the text when that fails', async () => {
  await open([sampleManagedComment(1)], '/admin/comments');
  await user().click(screen.getByRole('button', { name: /^Reply to the comment of Ada/ }));
  const field = screen.getByRole('textbox', { name: 'Reply to Ada Walker' });
  expect(field).toHaveFocus();
  await user().keyboard('{Escape}');
  expect(row(1)).toHaveFocus();
  await user().click(screen.getByRole('button', { name: /^Reply to the comment of Ada/ }));
  server.refuse('/admin/blogs/b1/comments', 403, 'comments_closed', 'Comments are closed');
  await user().type(screen.getByRole('textbox', { name: 'Reply to Ada Walker' }), 'Thank you');
  await user().click(screen.getByRole('button', { name: 'Reply' }));
  expect(await screen.findByText('Comments are closed')).toBeVisible();
  const reply = recordRequests('post', '/admin/blogs/b1/comments', { success: true }, 201);
  server.use(reply.handler);
  await user().click(screen.getByRole('button', { name: 'Reply' }));
  expect(await screen.findByText('Reply added')).toBeInTheDocument();
  expect(reply.requests.map(({ body }) => body)).toEqual([
    { content: 'Thank you', parentId: 'c1' },
  ]);
});

it('edits only comments of their own', async () => {
  const staff = { _id: null, id: null, name: 'root', username: 'root', profileImage: null };
  await open(
    [
      sampleManagedComment(1, { user: staff, role: 'admin', content: 'Welcom' }),
      sampleManagedComment(2, { user: { ...staff, name: 'bo', username: 'bo' }, role: 'editor' }),
    ],
    '/admin/comments',
  );
  const edit = recordRequests('patch', '/admin/comments/c1', { success: true });
  server.use(edit.handler);
  expect(screen.getByText('Editor')).toBeVisible();
  await user().click(screen.getByRole('button', { name: /^Edit / }));
  await user().type(screen.getByRole('textbox', { name: 'Edit the comment' }), 'e');
  await user().click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Comment updated')).toBeInTheDocument();
  expect(edit.requests.map(({ body }) => body)).toEqual([{ content: 'Welcome' }]);
});
