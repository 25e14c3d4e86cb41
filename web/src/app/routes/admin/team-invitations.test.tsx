import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';

import { apiServer } from '../../../test/api-server';
import { recordRequests } from '../../../test/recorded-requests';
import { renderSite } from '../../../test/render-site';
import { signInAdmin } from '../../../test/sample-admin';
import { sampleInvite, sampleRequest, serveTeam } from './team.fixture';

const server = apiServer();
const invited = { success: true, message: 'Invitation sent', invite: sampleInvite('cleo') };

beforeEach(() => {
  signInAdmin();
});

function form() {
  return within(screen.getByRole('region', { name: 'Invite someone' }));
}

async function send(email: string) {
  await userEvent.type(await screen.findByLabelText('Email'), email);
  await userEvent.click(form().getByRole('button', { name: 'Send Invitation' }));
}

it('invites somebody as an author by default, and is ready for the next one', async () => {
  serveTeam(server);
  const sent = server.post('/admin/invites', invited, { status: 201 });
  renderSite('/admin/team');
  await screen.findByText('No pending invitations');
  serveTeam(server, { invites: [sampleInvite('cleo')] });
  await send(' cleo@example.org ');
  expect(await screen.findByText('Invitation sent')).toBeInTheDocument();
  expect(sent).toEqual([{ email: 'cleo@example.org', role: 'author' }]);
  expect(await screen.findByText('cleo@example.org')).toBeVisible();
  expect(screen.getByLabelText('Email')).toHaveValue('');
  expect(screen.getByLabelText('Email')).toHaveFocus();
});

it('says of each role what it may do', async () => {
  serveTeam(server);
  const sent = server.post('/admin/invites', invited, { status: 201 });
  renderSite('/admin/team');
  await screen.findByLabelText('Email');
  const group = within(form().getByRole('group', { name: 'Role' }));
  expect(group.getAllByRole('radio')).toHaveLength(4);
  expect(group.getByRole('radio', { name: 'Author' })).toBeChecked();
  const contributor = group.getByRole('radio', { name: 'Contributor' });
  expect(contributor).toHaveAccessibleDescription('Writes drafts, which an editor publishes.');
  await userEvent.click(contributor);
  await send('cleo@example.org');
  await waitFor(() => {
    expect(sent).toEqual([{ email: 'cleo@example.org', role: 'contributor' }]);
  });
});

it('rejects what is no address, and shows an error of the server on the field', async () => {
  serveTeam(server);
  const message = 'A member of the team has this address';
  const sent = server.refuse('/admin/invites', 409, 'email_taken', message, {
    errors: { email: message },
  });
  renderSite('/admin/team');
  await send('cleo');
  const email = screen.getByLabelText('Email');
  expect(email).toHaveAccessibleDescription(/Please enter a valid email address/);
  expect(email).toHaveFocus();
  expect(sent).toEqual([]);
  await send('@example.org');
  await waitFor(() => {
    expect(email).toHaveAccessibleDescription(new RegExp(message));
  });
  expect(email).toHaveValue('cleo@example.org');
});

it('shows an error that belongs to no field until it is dismissed', async () => {
  serveTeam(server);
  server.post('/admin/invites', {}, { status: 500 });
  renderSite('/admin/team');
  await send('cleo@example.org');
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to send the invitation');
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('lists the invitations with their expiry', async () => {
  serveTeam(server, { invites: [sampleInvite('cleo'), sampleInvite('dan', { invitedBy: null })] });
  renderSite('/admin/team');
  const row = within(await screen.findByRole('row', { name: /cleo@example.org/ }));
  expect(row.getByText('Editor')).toBeVisible();
  expect(row.getByText('Mar 11, 2026')).toBeVisible();
  expect(row.getByText(/^Invited by root/)).toBeVisible();
  expect(
    within(screen.getByRole('row', { name: /dan@/ })).getByText(/^Invited \d+ days ago|^Invited/),
  ).not.toHaveTextContent('by');
});

it('withdraws an invitation after a confirmation', async () => {
  serveTeam(server, { invites: [sampleInvite('cleo')] });
  const withdrawal = recordRequests('delete', '/admin/invites/cleo', {
    success: true,
    message: 'Invitation withdrawn',
  });
  server.use(withdrawal.handler);
  renderSite('/admin/team');
  await userEvent.click(
    await screen.findByRole('button', { name: 'Withdraw the invitation of cleo@example.org' }),
  );
  const dialog = within(await screen.findByRole('alertdialog'));
  serveTeam(server);
  await userEvent.click(dialog.getByRole('button', { name: 'Withdraw' }));
  expect(await screen.findByText('Invitation withdrawn')).toBeInTheDocument();
  expect(await screen.findByText('No pending invitations')).toBeVisible();
  expect(withdrawal.requests).toHaveLength(1);
});

it('shows who asks to write, and invites them with a role', async () => {
  serveTeam(server, { requests: [sampleRequest('Emil')] });
  const sent = server.post('/admin/invites', invited, { status: 201 });
  renderSite('/admin/team');
  expect(await screen.findByText('Emil knows queues.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Emil' })).toHaveAttribute('href', '/profile/u-Emil');
  await userEvent.click(screen.getByRole('button', { name: 'Invite Emil' }));
  const dialog = within(
    await screen.findByRole('alertdialog', { name: 'Invite Emil to the team?' }),
  );
  expect(dialog.getByRole('radio', { name: 'Author' })).toHaveFocus();
  await userEvent.click(dialog.getByRole('radio', { name: 'Contributor' }));
  serveTeam(server, { invites: [sampleInvite('emil')] });
  await userEvent.click(dialog.getByRole('button', { name: 'Send Invitation' }));
  expect(await screen.findByText('No requests to write')).toBeVisible();
  expect(await screen.findByRole('row', { name: /emil@example.org/ })).toBeVisible();
  expect(sent).toEqual([{ email: 'emil@example.org', role: 'contributor' }]);
});

it('declines a request after a confirmation', async () => {
  serveTeam(server, { requests: [sampleRequest('Emil')] });
  const decline = recordRequests('delete', '/admin/author-requests/Emil', {
    success: true,
    message: 'Request declined',
  });
  server.use(decline.handler);
  renderSite('/admin/team');
  await userEvent.click(await screen.findByRole('button', { name: 'Decline the request of Emil' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  serveTeam(server);
  await userEvent.click(dialog.getByRole('button', { name: 'Decline' }));
  expect(await screen.findByText('Request declined')).toBeInTheDocument();
  expect(await screen.findByText('No requests to write')).toBeVisible();
  expect(decline.requests).toHaveLength(1);
});

it.each([
  { list: '/admin/invites', message: 'Failed to fetch the invitations' },
  { list: '/admin/author-requests', message: 'Failed to fetch the requests to write' },
])('shows that $list failed to load beside the other lists', async ({ list, message }) => {
  serveTeam(server);
  server.use(recordRequests('get', list, {}, 500).handler);
  renderSite('/admin/team');
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  expect(await screen.findByText('root@example.org')).toBeVisible();
});
