import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';

import type { ManagedUser } from '../../../shared/api/types';
import { apiServer } from '../../../test/api-server';
import { recordRequests } from '../../../test/recorded-requests';
import { renderSite } from '../../../test/render-site';
import { signInAdmin } from '../../../test/sample-admin';
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
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Trusted' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => {
    expect(sent()).toEqual([{ bannedUntil: FOR_GOOD, isTrusted: true }]);
  });
});

it('ends a silence, and sends nothing without a change', async () => {
  const { dialog, sent } = await open({ silencedUntil: FOR_GOOD, bannedUntil: inDays(2) });
  const silence = dialog.getByLabelText('Silence');
  expect(optionsOf(silence).slice(0, 2)).toEqual(['As it is: for good', 'End the silence']);
  expect(optionsOf(dialog.getByLabelText('Ban for a time'))[0]).toMatch(/^As it is: until /);
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => {
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });
  expect(sent()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Standing of Ada Walker' }));
  const again = within(await screen.findByRole('alertdialog'));
  await userEvent.selectOptions(again.getByLabelText('Silence'), 'End the silence');
  await userEvent.click(again.getByRole('button', { name: 'Save' }));
  await waitFor(() => {
    expect(sent()).toEqual([{ silencedUntil: null }]);
  });
});

it('shows the standing of each reader in the list', async () => {
  const { dialog } = await open({
    silencedUntil: inDays(1),
    bannedUntil: FOR_GOOD,
    isTrusted: true,
    reportCount: 2,
  });
  expect(dialog.getByText(/^2 open reports\./)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  const row = within(await screen.findByRole('row', { name: /Ada Walker/ }));
  expect(row.getByText('Banned for good')).toBeVisible();
  expect(row.getByText(/^Silenced until/)).toBeVisible();
  expect(row.getByText('Trusted')).toBeVisible();
  expect(row.getByText('2 reports')).toBeVisible();
});

it('shows an error when the change fails', async () => {
  const { dialog } = await open();
  server.use(recordRequests('patch', '/admin/users/u1/standing', {}, 500).handler);
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Trusted' }));
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
