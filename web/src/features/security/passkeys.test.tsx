import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { startSession } from '../../shared/session/session';
import { apiServer } from '../../test/api-server';
import { recordRequests } from '../../test/recorded-requests';
import { renderPage } from '../../test/render-page';
import { sampleUser } from '../../test/sample-user';
import { Passkeys } from './passkeys';

const server = apiServer();
const PHONE = {
  _id: 'p1',
  id: 'p1',
  name: 'Phone',
  createdAt: '2026-11-09T16:05:00.000Z',
  usedAt: null,
  backedUp: true,
};

beforeEach(() => {
  startSession('t1', sampleUser());
});

afterEach(() => {
  vi.unstubAllGlobals();
});

function open(passkeys: (typeof PHONE)[], available = true) {
  server.get('/passkeys', { success: true, available, passkeys });
  renderPage(<Passkeys account={{ kind: 'reader', email: 'ada@example.org' }} />);
}

it('says where the site has none', async () => {
  open([], false);
  expect(await screen.findByText(/need a site with a name and HTTPS/u)).toBeVisible();
  expect(screen.getByText('You have no passkeys yet.')).toBeVisible();
});

it('says where the browser has none', async () => {
  open([]);
  expect(await screen.findByText(/This browser has no passkeys/u)).toBeVisible();
});

it('asks for a name and the password before a passkey is made', async () => {
  vi.stubGlobal('PublicKeyCredential', class {});
  const refusal = {
    success: false,
    code: 'incorrect_password',
    errors: { password: 'Incorrect password' },
  };
  const { handler, requests } = recordRequests('post', '/passkeys/options', refusal, 403);
  open([]);
  server.use(handler);
  await userEvent.click(await screen.findByRole('button', { name: 'Add a passkey' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
  expect(await dialog.findByText('Please give the passkey a name')).toBeVisible();
  await userEvent.type(dialog.getByLabelText('Name, such as the device'), 'Phone');
  await userEvent.type(dialog.getByLabelText('Password'), 'wrong');
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
  expect(await dialog.findByText('Incorrect password')).toBeVisible();
  expect(requests.map(({ body }) => body)).toEqual([{ password: 'wrong' }]);
});

it('removes a passkey with the password', async () => {
  const answer = { success: true, message: 'The passkey is removed' };
  const { handler, requests } = recordRequests('delete', '/passkeys/p1', answer);
  open([PHONE]);
  server.use(handler);
  expect(await screen.findByText(/not used yet/u)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Remove Phone' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await userEvent.type(dialog.getByLabelText('Password'), 'secret');
  await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('The passkey is removed')).toBeInTheDocument();
  expect(requests.map(({ body }) => body)).toEqual([{ password: 'secret' }]);
});
