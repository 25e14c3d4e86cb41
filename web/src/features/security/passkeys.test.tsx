import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';

import { startSession } from '../../shared/session/session';
import { apiServer } from '../../test/api-server';
import { MADE_PASSKEY, REQUEST_OPTIONS, USED_PASSKEY, stubPasskeys } from '../../test/passkeys';
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
const CREATION = {
  rp: { id: 'localhost', name: 'Blog' },
  user: { id: 'dXNlcg', name: 'ada@example.org', displayName: 'ada@example.org' },
  challenge: 'Y2hhbGxlbmdl',
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  excludeCredentials: [{ type: 'public-key', id: 'cGhvbmU', transports: ['internal'] }],
};
const WRONG_CODE = { code: 'invalid_code', errors: { code: 'This code is not right' } } as const;

beforeEach(() => {
  startSession('t1', sampleUser());
});

function serveSecondFactor(enabled: boolean) {
  const state = { since: null, recoveryCodesLeft: 10, required: false };
  server.get('/second-factor', { success: true, enabled, ...state });
}

type Listed = { passkeys?: (typeof PHONE)[]; available?: boolean; enabled?: boolean };

function open({ passkeys = [], available = true, enabled = false }: Listed = {}) {
  serveSecondFactor(enabled);
  server.get('/passkeys', { success: true, available, passkeys });
  server.use(recordRequests('post', '/auth/passkey/options', REQUEST_OPTIONS).handler);
  renderPage(<Passkeys account={{ kind: 'reader', email: 'ada@example.org' }} />);
}

/** Answers what lets the browser make a passkey, and what takes it. Returns the bodies that were sent. */
function answerAddition() {
  return {
    options: server.post('/passkeys/options', { success: true, publicKey: CREATION }),
    added: server.post(
      '/passkeys',
      { success: true, message: 'The passkey is added', id: 'p2', recoveryCodes: null },
      { status: 201 },
    ),
  };
}

async function openDialog(button: string, role = 'dialog') {
  await userEvent.click(await screen.findByRole('button', { name: button }));
  return within(await screen.findByRole(role));
}

/** Fills in the dialog that adds a passkey, but for the code. */
async function openAddition() {
  const dialog = await openDialog('Add a passkey');
  await userEvent.type(dialog.getByLabelText('Name, such as the device'), 'Key');
  await userEvent.type(dialog.getByLabelText('Password'), 'secret');
  return dialog;
}

it('says where the site has none', async () => {
  open({ available: false });
  expect(await screen.findByText(/need a site with a name and HTTPS/u)).toBeVisible();
  expect(screen.getByText('You have no passkeys yet.')).toBeVisible();
});

it('says where the browser has none', async () => {
  open();
  expect(await screen.findByText(/This browser has no passkeys/u)).toBeVisible();
});

it('offers to try again where the second factors do not come', async () => {
  server.get('/passkeys', { success: true, available: true, passkeys: [PHONE] });
  renderPage(<Passkeys account={{ kind: 'reader', email: 'ada@example.org' }} />);
  expect(await screen.findByText('Failed to load your passkeys')).toBeVisible();
  serveSecondFactor(false);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Remove Phone' })).toBeVisible();
});

it('asks for a name and the password alone before the first passkey is made', async () => {
  stubPasskeys();
  const refusal = {
    success: false,
    code: 'incorrect_password',
    errors: { password: 'Incorrect password' },
  };
  const { handler, requests } = recordRequests('post', '/passkeys/options', refusal, 403);
  open();
  server.use(handler);
  const dialog = await openDialog('Add a passkey');
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
  expect(await dialog.findByText('Please give the passkey a name')).toBeVisible();
  expect(dialog.queryByLabelText(/code/u)).not.toBeInTheDocument();
  await userEvent.type(dialog.getByLabelText('Name, such as the device'), 'Phone');
  await userEvent.type(dialog.getByLabelText('Password'), 'wrong');
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
  expect(await dialog.findByText('Incorrect password')).toBeVisible();
  expect(dialog.getByLabelText('Password')).toHaveFocus();
  expect(requests.map(({ body }) => body)).toEqual([{ password: 'wrong' }]);
});

it('proves another passkey by the first one when no code was typed', async () => {
  const { create } = stubPasskeys();
  const { options, added } = answerAddition();
  open({ passkeys: [PHONE] });
  const dialog = await openAddition();
  const code = dialog.getByLabelText('Recovery code');
  expect(code).not.toBeRequired();
  expect(code).toHaveAccessibleDescription('Leave it empty to use a passkey');
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('The passkey is added')).toBeInTheDocument();
  expect(options).toEqual([{ password: 'secret', passkey: USED_PASSKEY }]);
  expect(create).toHaveBeenCalledOnce();
  expect(added).toEqual([{ name: 'Key', response: MADE_PASSKEY }]);
});

it('shows a wrong code at its field, and makes no passkey', async () => {
  const { create } = stubPasskeys();
  const options = server.post(
    '/passkeys/options',
    { success: false, ...WRONG_CODE },
    { status: 400 },
  );
  open({ passkeys: [PHONE], enabled: true });
  const dialog = await openAddition();
  const code = dialog.getByLabelText('Code of your authenticator app, or a recovery code');
  await userEvent.type(code, ' 123456 ');
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
  expect(await dialog.findByText('This code is not right')).toBeVisible();
  expect(code).toHaveFocus();
  expect(options).toEqual([{ password: 'secret', code: '123456' }]);
  expect(create).not.toHaveBeenCalled();
});

it('asks for no other code when the browser has made no passkey', async () => {
  const { create } = stubPasskeys();
  const { options, added } = answerAddition();
  open({ passkeys: [PHONE] });
  const dialog = await openAddition();
  await userEvent.type(dialog.getByLabelText('Recovery code'), 'abcd-efgh-ijkl');
  create.mockRejectedValueOnce(new DOMException('It was cancelled', 'NotAllowedError'));
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
  expect(await dialog.findByText('No passkey was used. Please try again.')).toBeVisible();
  expect(dialog.queryByLabelText('Recovery code')).not.toBeInTheDocument();
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('The passkey is added')).toBeInTheDocument();
  expect(options).toEqual([{ password: 'secret', code: 'abcd-efgh-ijkl' }]);
  expect(added).toHaveLength(1);
});

it('asks for another confirmation when the made passkey is refused', async () => {
  stubPasskeys();
  answerAddition();
  server.refuse('/passkeys', 400, 'invalid_passkey', 'This passkey was refused');
  open({ passkeys: [PHONE] });
  const dialog = await openAddition();
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
  expect(await dialog.findByText('This passkey was refused')).toBeVisible();
  expect(dialog.getByLabelText('Recovery code')).toBeVisible();
});

it('removes a passkey with the password and a passkey', async () => {
  const { get } = stubPasskeys();
  const answer = { success: true, message: 'The passkey is removed' };
  const { handler, requests } = recordRequests('delete', '/passkeys/p1', answer);
  open({ passkeys: [PHONE] });
  server.use(handler);
  expect(await screen.findByText(/not used yet/u)).toBeVisible();
  const dialog = await openDialog('Remove Phone', 'alertdialog');
  expect(dialog.getByText(/your password alone is enough/u)).toBeVisible();
  get.mockRejectedValueOnce(new DOMException('It was cancelled', 'NotAllowedError'));
  await userEvent.type(dialog.getByLabelText('Password'), 'secret');
  await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
  expect(await dialog.findByText('No passkey was used. Please try again.')).toBeVisible();
  expect(requests).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('The passkey is removed')).toBeInTheDocument();
  expect(requests.map(({ body }) => body)).toEqual([{ password: 'secret', passkey: USED_PASSKEY }]);
});

it('needs a code for the removal where the browser has no passkeys', async () => {
  const refusal = { success: false, ...WRONG_CODE };
  const { handler, requests } = recordRequests('delete', '/passkeys/p1', refusal, 400);
  open({ passkeys: [PHONE] });
  server.use(handler);
  const dialog = await openDialog('Remove Phone', 'alertdialog');
  await userEvent.type(dialog.getByLabelText('Password'), 'secret');
  await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
  expect(await dialog.findByText('Please enter a code')).toBeVisible();
  const code = dialog.getByLabelText('Recovery code');
  expect(code).toBeRequired();
  await userEvent.type(code, 'abcd-efgh-ijkl');
  await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
  expect(await dialog.findByText('This code is not right')).toBeVisible();
  expect(requests.map(({ body }) => body)).toEqual([
    { password: 'secret', code: 'abcd-efgh-ijkl' },
  ]);
});
