import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';

import { startSession } from '../../../shared/session/session';
import { apiServer } from '../../../test/api-server';
import { renderSite } from '../../../test/render-site';
import { sampleUser } from '../../../test/sample-user';

const server = apiServer();
const PATH = '/users/u1/author-request';
const NOTE = 'What would you like to write about?';

beforeEach(() => {
  startSession('token', sampleUser());
  server.get('/users/profile/u1', sampleUser());
  server.get('/users/u1/comments', []);
});

function section() {
  return within(screen.getByRole('region', { name: 'Write for us' }));
}

async function open() {
  renderSite('/profile');
  await userEvent.click(await screen.findByRole('button', { name: 'Ask to write' }));
  return screen.getByLabelText(NOTE);
}

async function send() {
  await userEvent.click(section().getByRole('button', { name: 'Send Request' }));
}

it('sends the note and says what comes next', async () => {
  const sent = server.post(PATH, { success: true, message: 'Sent' });
  const note = await open();
  expect(note).toHaveFocus();
  await userEvent.type(note, ' Queues! ');
  expect(note).toHaveAccessibleDescription('7/500');
  await send();
  const outcome = await screen.findByText(/^Your request is sent/);
  expect(outcome).toHaveTextContent('an invitation is sent to ada@example.org');
  expect(outcome).toHaveFocus();
  expect(sent).toEqual([{ note: 'Queues!' }]);
  expect(screen.queryByLabelText(NOTE)).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Ask to write' })).not.toBeInTheDocument();
});

it('explains that an earlier request waits for an answer', async () => {
  server.refuse(PATH, 409, 'request_pending', 'You have asked already');
  await userEvent.type(await open(), 'Queues');
  await send();
  expect(await screen.findByText(/^You have asked already, and the team/)).toHaveFocus();
  expect(screen.queryByLabelText(NOTE)).not.toBeInTheDocument();
});

it.each(['a request', 'the 409 of a second one'])(
  'shows a pending request after %s',
  async (cause) => {
    if (cause === 'a request') {
      server.post(PATH, { success: true, message: 'Sent' });
    } else {
      server.refuse(PATH, 409, 'request_pending', 'You have asked already');
    }
    const router = renderSite('/profile');
    await userEvent.click(await screen.findByRole('button', { name: 'Ask to write' }));
    await userEvent.type(screen.getByLabelText(NOTE), 'Queues');
    await send();
    await section().findByRole('status');
    await act(() => router.navigate('/recent'));
    await act(() => router.navigate('/profile'));
    expect(await screen.findByText(/^Your request to write is pending/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Ask to write' })).not.toBeInTheDocument();
  },
);

it('requires a note of at most 500 characters', async () => {
  const sent = server.post(PATH, { success: true, message: '' });
  const note = await open();
  await send();
  expect(note).toHaveAccessibleDescription(/^Please say what you would like to write about/);
  expect(note).toHaveFocus();
  await userEvent.click(note);
  await userEvent.paste('é'.repeat(501));
  expect(note).toHaveAccessibleDescription(/at most 500 characters long 501\/500$/);
  expect(sent).toEqual([]);
});

it('shows an error of the server and keeps the note', async () => {
  server.post(PATH, {}, { status: 500 });
  const note = await open();
  await userEvent.type(note, 'Queues');
  await send();
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to send the request');
  expect(note).toHaveValue('Queues');
});

it('closes without a request', async () => {
  await open();
  await userEvent.click(section().getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByLabelText(NOTE)).not.toBeInTheDocument();
  await waitFor(() => {
    expect(screen.getByRole('button', { name: 'Ask to write' })).toHaveFocus();
  });
});
