import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';

import type { ManagedComment, ManagedUser } from '../../../shared/api/types';
import { apiServer } from '../../../test/api-server';
import { recordRequests } from '../../../test/recorded-requests';
import { renderSite } from '../../../test/render-site';
import { signInAdmin, signInAs } from '../../../test/sample-admin';
import { sampleManagedComment } from '../../../test/sample-managed-comment';
import { sampleManagedUser } from '../../../test/sample-managed-user';

const server = apiServer();
const DAY_MS = 86_400_000;
const FOR_GOOD = '9999-12-31T00:00:00.000Z';

beforeEach(() => {
  signInAdmin();
});

async function open(changes: Partial<ManagedUser> = {}) {
  const user = sampleManagedUser(changes);
  server.get('/admin/users', { success: true, users: [user], total: 1, page: 1, totalPages: 1 });
  const change = recordRequests('patch', '/admin/users/u1/standing', { success: true, user });
  server.use(change.handler);
  renderSite('/admin/users');
  await userEvent.click(await screen.findByRole('button', { name: 'Standing of Ada Walker' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Standing of Ada Walker' });
  return { dialog: within(dialog), sent: () => change.requests.map(({ body }) => body) };
}

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

function optionsOf(select: HTMLElement) {
  return within(select)
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
}

it('silences a reader for days', async () => {
  const { dialog, sent } = await open();
  const silence = dialog.getByLabelText('Silence');
  expect(silence).toHaveFocus();
  expect(optionsOf(silence)).toEqual(['Not silenced', '1 day', '7 days', '30 days', 'For good']);
  await userEvent.selectOptions(silence, '7 days');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => {
    expect(sent()).toEqual([{ silencedUntil: expect.any(String) as string }]);
  });
  const [body] = sent() as [{ silencedUntil: string }];
  const days = (Date.parse(body.silencedUntil) - Date.now()) / DAY_MS;
  expect(days).toBeCloseTo(7, 2);
});

it('bans for good and trusts, and changes nothing else', async () => {
  const { dialog, sent } = await open();
  await userEvent.selectOptions(dialog.getByLabelText('Ban for a time'), 'For good');
  await userEvent.selectOptions(dialog.getByLabelText('Trust'), 'Trust');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => {
    expect(sent()).toEqual([{ bannedUntil: FOR_GOOD, isTrusted: true }]);
  });
  expect(await screen.findByText('Ada Walker: not silenced, not banned')).toBeInTheDocument();
});

it('ends a silence and trust, and sends nothing without a change', async () => {
  const { dialog, sent } = await open({
    silencedUntil: FOR_GOOD,
    bannedUntil: inDays(2),
    isTrusted: true,
  });
  const silence = dialog.getByLabelText('Silence');
  expect(optionsOf(silence).slice(0, 2)).toEqual(['As it is: for good', 'End the silence']);
  expect(optionsOf(dialog.getByLabelText('Trust'))).toEqual(['Trusted', 'Trust no longer']);
  expect(optionsOf(dialog.getByLabelText('Ban for a time'))[0]).toMatch(/^As it is: until /);
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => {
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });
  expect(sent()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Standing of Ada Walker' }));
  const again = within(await screen.findByRole('alertdialog'));
  await userEvent.selectOptions(again.getByLabelText('Silence'), 'End the silence');
  await userEvent.selectOptions(again.getByLabelText('Trust'), 'Trust no longer');
  await userEvent.click(again.getByRole('button', { name: 'Save' }));
  await waitFor(() => {
    expect(sent()).toEqual([{ silencedUntil: null, isTrusted: false }]);
  });
});

it('shows the standing of each reader in the list', async () => {
  const { dialog } = await open({
    silencedUntil: inDays(1),
    bannedUntil: FOR_GOOD,
    isTrusted: true,
    reportCount: 2,
  });
  expect(dialog.getByText(/2 open reports:$/)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  const row = within(await screen.findByRole('row', { name: /Ada Walker/ }));
  expect(row.getByText('Banned for good')).toBeVisible();
  expect(row.getByText(/^Silenced until/)).toBeVisible();
  expect(row.getByText('Trusted')).toBeVisible();
  expect(row.getByText('2 reports')).toBeVisible();
});

const report = (number: number, note: string) => ({
  reason: 'abuse',
  note,
  at: new Date(Date.now() - number * DAY_MS).toISOString(),
  user: { id: `r${number}`, name: `Reader ${number}` },
});

it('shows the open reports, and settles them without another change', async () => {
  const { dialog, sent } = await open({
    reportCount: 4,
    reports: [report(1, 'Insults everybody'), report(2, '')],
  });
  const reports = within(dialog.getByRole('list', { name: 'Open reports' }));
  expect(reports.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Abuse “Insults everybody” by Reader 1, 1 day ago',
    'Abuse by Reader 2, 2 days ago',
    'and 2 more',
  ]);
  expect(dialog.getByText('Saving marks these 4 reports as dealt with.')).toBeVisible();
  expect(dialog.getByLabelText('Silence')).toHaveFocus();
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => {
    expect(sent()).toEqual([{}]);
  });
});

it('has no list of reports where there are none', async () => {
  const { dialog } = await open();
  expect(dialog.getByText(/Nobody has reported this reader\.$/)).toBeVisible();
  expect(dialog.queryByRole('list')).not.toBeInTheDocument();
  expect(dialog.queryByText(/^Saving marks/)).not.toBeInTheDocument();
});

it('speaks of a single report', async () => {
  const { dialog } = await open({ reportCount: 1, reports: [report(1, '')] });
  expect(dialog.getByText(/1 open report:$/)).toBeVisible();
  expect(dialog.getByText('Saving marks this report as dealt with.')).toBeVisible();
});

it('shows an error when the change fails', async () => {
  const { dialog } = await open();
  server.use(recordRequests('patch', '/admin/users/u1/standing', {}, 500).handler);
  await userEvent.selectOptions(dialog.getByLabelText('Trust'), 'Trust');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Failed to change the standing')).toBeVisible();
});

it('no longer calls a reader silenced whose silence has ended', async () => {
  await open({ silencedUntil: inDays(-1) });
  await userEvent.keyboard('{Escape}');
  const row = within(await screen.findByRole('row', { name: /Ada Walker/ }));
  expect(row.getByText('Active')).toBeVisible();
  expect(row.queryByText(/Silenced/)).not.toBeInTheDocument();
});

/** Opens the queue as an editor, who may not list the readers. */
async function openQueue(comments: readonly ManagedComment[], status = 200) {
  signInAs('editor');
  const list = { success: true, totals: { all: 2, held: 0, reported: 0 }, page: 1, totalPages: 1 };
  server.get('/admin/comments', { ...list, comments: [...comments], total: comments.length });
  const user = sampleManagedUser({ silencedUntil: FOR_GOOD, isTrusted: true });
  const change = recordRequests(
    'patch',
    '/admin/users/u1/standing',
    { success: true, user },
    status,
  );
  server.use(change.handler);
  renderSite('/admin/comments');
  const rows = await screen.findAllByRole('article');
  return { rows, sent: () => change.requests.map(({ body }) => body) };
}

const judge = { name: 'Silence or ban Ada Walker' };
const ofAda = { name: 'Standing of Ada Walker' };

it('lets editors silence the author of a comment in the queue by keyboard alone', async () => {
  const { rows, sent } = await openQueue([sampleManagedComment(1), sampleManagedComment(2)]);
  await userEvent.keyboard('jjb');
  const dialog = within(await screen.findByRole('alertdialog', ofAda));
  expect(dialog.getByText(/^Only what you choose changes\./)).toHaveTextContent(
    /Saving a change marks all open reports of the reader as dealt with\.$/,
  );
  const silence = dialog.getByLabelText('Silence');
  expect(silence).toHaveFocus();
  const terms = ['1 day', '7 days', '30 days', 'For good'];
  expect(optionsOf(silence)).toEqual(['As it is', 'End the silence', ...terms]);
  expect(optionsOf(dialog.getByLabelText('Ban for a time'))).toEqual([
    'As it is',
    'End the ban for a time',
    ...terms,
  ]);
  expect(optionsOf(dialog.getByLabelText('Trust'))).toEqual([
    'As it is',
    'Trust',
    'Trust no longer',
  ]);
  await userEvent.selectOptions(silence, 'For good');
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.tab();
  expect(dialog.getByRole('button', { name: 'Save' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => {
    expect(rows[1]).toHaveFocus();
  });
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  expect(sent()).toEqual([{ silencedUntil: FOR_GOOD }]);
  // The answer tells what was unknown before.
  expect(
    await screen.findByText('Ada Walker: silenced for good, not banned, trusted'),
  ).toBeInTheDocument();
});

it('changes nothing of a reader on Esc, and takes no key for an action meanwhile', async () => {
  const { rows, sent } = await openQueue([sampleManagedComment(1)]);
  await userEvent.click(screen.getByRole('button', judge));
  await screen.findByRole('alertdialog', ofAda);
  await userEvent.keyboard('r{Escape}');
  await waitFor(() => {
    expect(rows[0]).toHaveFocus();
  });
  expect(screen.getAllByRole('article')).toHaveLength(1);
  expect(sent()).toEqual([]);
});

it('ends a silence and a ban from the queue', async () => {
  const { sent } = await openQueue([sampleManagedComment(1)]);
  await userEvent.click(screen.getByRole('button', judge));
  const dialog = within(await screen.findByRole('alertdialog', ofAda));
  await userEvent.selectOptions(dialog.getByLabelText('Silence'), 'End the silence');
  await userEvent.selectOptions(dialog.getByLabelText('Ban for a time'), 'End the ban for a time');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => {
    expect(sent()).toEqual([{ silencedUntil: null, bannedUntil: null }]);
  });
});

it('shows an error in the queue when the change fails', async () => {
  await openQueue([sampleManagedComment(1)], 500);
  await userEvent.click(screen.getByRole('button', judge));
  const dialog = within(await screen.findByRole('alertdialog', ofAda));
  await userEvent.selectOptions(dialog.getByLabelText('Silence'), '1 day');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Failed to change the standing')).toBeVisible();
});

it('offers no standing for who is no reader', async () => {
  const nobody = { _id: null, id: null, name: 'root', username: 'root', profileImage: null };
  const { rows } = await openQueue([
    sampleManagedComment(1, { user: nobody, role: 'admin' }),
    sampleManagedComment(2, { user: { ...nobody, name: 'Imported' } }),
  ]);
  expect(screen.queryByRole('button', { name: /^Silence or ban/ })).not.toBeInTheDocument();
  rows[0]?.focus();
  await userEvent.keyboard('b');
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});
