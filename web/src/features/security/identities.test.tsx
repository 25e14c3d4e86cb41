import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';

import { startSession } from '../../shared/session/session';
import { apiServer } from '../../test/api-server';
import { GITHUB, configureProviders } from '../../test/login-providers';
import { recordRequests } from '../../test/recorded-requests';
import { renderPage } from '../../test/render-page';
import { sampleUser } from '../../test/sample-user';
import { Identities } from './identities';
import { Security } from './security';

const server = apiServer();
const TIME = '2026-11-09T16:05:00.000Z';
const IDENTITY = {
  _id: 'i1',
  id: 'i1',
  provider: 'GitHub',
  email: 'ada@example.org',
  createdAt: TIME,
  usedAt: TIME,
};

type Listed = { identities?: (typeof IDENTITY)[]; hasPassword?: boolean; enabled?: boolean };

function answer({ identities = [IDENTITY], hasPassword = true, enabled = false }: Listed) {
  const factor = { enabled, since: null, recoveryCodesLeft: 0, required: false };
  server.get('/second-factor', { success: true, ...factor });
  server.get('/passkeys', { success: true, available: true, passkeys: [] });
  server.get('/sessions', { success: true, sessions: [] });
  server.get('/identities', { success: true, identities, hasPassword });
}

function open(listed: Listed = {}) {
  answer(listed);
  renderPage(<Identities email="ada@example.org" />);
}

beforeEach(() => {
  startSession('t1', sampleUser());
});

it('says how an account is linked where there is none', async () => {
  open({ identities: [] });
  expect(await screen.findByText(/^None yet\. To link one/u)).toBeVisible();
});

it('removes one with the password alone', async () => {
  open();
  expect(await screen.findByText(/^ada@example\.org, linked/u)).toBeVisible();
  const response = { success: true, message: 'It cannot sign in to your account any more' };
  const { handler, requests } = recordRequests('delete', '/identities/i1', response);
  server.use(handler);
  await userEvent.click(await screen.findByRole('button', { name: 'Remove GitHub' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove GitHub?' }));
  expect(dialog.queryByLabelText(/code/u)).not.toBeInTheDocument();
  await userEvent.type(dialog.getByLabelText('Password'), 'secret');
  answer({ identities: [] });
  await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText(response.message)).toBeInTheDocument();
  expect(requests.map(({ body }) => body)).toEqual([{ password: 'secret' }]);
  expect(await screen.findByText(/^None yet/u)).toBeVisible();
});

it('asks for a code as well where there is a second factor', async () => {
  open({ enabled: true });
  await userEvent.click(await screen.findByRole('button', { name: 'Remove GitHub' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByLabelText(/^Code of your authenticator app/u)).toBeRequired();
});

it('removes none where the account has no password', async () => {
  open({ hasPassword: false });
  expect(await screen.findByText(/^Your account has no password yet/u)).toBeVisible();
  expect(screen.getByText('GitHub')).toBeVisible();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

it('offers to try again when the list does not come', async () => {
  renderPage(<Identities email="ada@example.org" />);
  expect(await screen.findByText('Failed to load your linked accounts')).toBeVisible();
  answer({});
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('list', { name: 'Linked accounts' })).toBeVisible();
});

it.each([
  { kind: 'reader', isConfigured: true, isShown: true },
  { kind: 'reader', isConfigured: false, isShown: false },
  { kind: 'admin', isConfigured: true, isShown: false },
] as const)('is a section of the page: %o', async ({ kind, isConfigured, isShown }) => {
  if (isConfigured) {
    configureProviders(GITHUB);
  }
  answer({});
  renderPage(<Security account={{ kind, email: 'ada@example.org' }} />);
  expect(await screen.findByRole('heading', { name: 'Sessions' })).toBeVisible();
  expect(screen.queryAllByRole('heading', { name: 'Linked accounts' })).toHaveLength(
    isShown ? 1 : 0,
  );
});
