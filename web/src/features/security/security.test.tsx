import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';

import { currentSession, startSession } from '../../shared/session/session';
import { apiServer } from '../../test/api-server';
import { REQUEST_OPTIONS, USED_PASSKEY, stubPasskeys } from '../../test/passkeys';
import { recordRequests } from '../../test/recorded-requests';
import { renderPage } from '../../test/render-page';
import { sampleUser } from '../../test/sample-user';
import { Security } from './security';

const server = apiServer();
const TIME = '2026-11-09T16:05:00.000Z';
type State = {
  success: boolean;
  enabled: boolean;
  since: string | null;
  recoveryCodesLeft: number;
  required: boolean;
};
const OFF: State = {
  success: true,
  enabled: false,
  since: null,
  recoveryCodesLeft: 0,
  required: false,
};

beforeEach(() => {
  startSession('t1', sampleUser());
});

function session(id: string, isCurrent: boolean) {
  const times = { createdAt: TIME, seenAt: TIME, expiresAt: TIME };
  return { _id: id, id, agent: `Firefox ${id}`, ...times, isCurrent, isSameNetwork: isCurrent };
}

const PASSKEY = {
  _id: 'p1',
  id: 'p1',
  name: 'Phone',
  createdAt: TIME,
  usedAt: null,
  backedUp: true,
};

function open(state: State, sessions = [session('s1', true)], passkeys: (typeof PASSKEY)[] = []) {
  server.get('/second-factor', state);
  server.get('/passkeys', { success: true, available: true, passkeys });
  server.get('/sessions', { success: true, sessions });
  renderPage(<Security account={{ kind: 'reader', email: 'ada@example.org' }} />);
}

it('warns of few recovery codes', async () => {
  open({ ...OFF, enabled: true, since: TIME, recoveryCodesLeft: 1 });
  expect(await screen.findByText(/1 recovery code left: make new ones soon/u)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Turn off' })).toBeVisible();
});

it('says where the site demands one', async () => {
  open({ ...OFF, required: true });
  expect(await screen.findByText(/asks its team for a second factor/u)).toBeVisible();
});

it('says what a login asks for beside the app, and demands no more than a passkey', async () => {
  open({ ...OFF, required: true, recoveryCodesLeft: 10 }, [session('s1', true)], [PASSKEY]);
  expect(
    await screen.findByText(/^Off. After your password, a login asks for a pass/u),
  ).toBeVisible();
  expect(screen.queryByText(/asks its team for a second factor/u)).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'New recovery codes' })).toBeVisible();
});

it('offers to end other sessions, but not this one', async () => {
  open(OFF, [session('s1', true), session('s2', false)]);
  const rows = await screen.findAllByRole('listitem');
  expect(within(rows[0] ?? document.body).getByText('This device')).toBeVisible();
  const end = screen.getAllByRole('button', { name: /^End the session/u });
  expect(end.map((button) => button.getAttribute('aria-label'))).toEqual([
    'End the session of Firefox s2',
  ]);
});

it('goes on with the new token after the other sessions were ended', async () => {
  const answer = { success: true, message: 'All other sessions have ended', token: 't2' };
  const { handler, requests } = recordRequests('delete', '/sessions', answer);
  open(OFF, [session('s1', true), session('s2', false)]);
  server.use(handler);
  await userEvent.click(await screen.findByRole('button', { name: 'End all other sessions' }));
  expect(await screen.findByText('All other sessions have ended')).toBeInTheDocument();
  expect(requests).toHaveLength(1);
  expect(currentSession()?.token).toBe('t2');
});

it('asks for the password and a code before it is turned off', async () => {
  const refusal = {
    success: false,
    code: 'invalid_code',
    errors: { code: 'This code is not right' },
  };
  const { handler, requests } = recordRequests('delete', '/second-factor', refusal, 400);
  open({ ...OFF, enabled: true, since: TIME, recoveryCodesLeft: 10 });
  server.use(handler);
  await userEvent.click(await screen.findByRole('button', { name: 'Turn off' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Turn off' }));
  expect(await dialog.findByText('Please enter your password')).toBeVisible();
  await userEvent.type(dialog.getByLabelText('Password'), 'secret');
  await userEvent.type(dialog.getByLabelText(/or a recovery code/u), '123456');
  await userEvent.click(dialog.getByRole('button', { name: 'Turn off' }));
  expect(await dialog.findByText('This code is not right')).toBeVisible();
  expect(requests.map(({ body }) => body)).toEqual([{ password: 'secret', code: '123456' }]);
});

it('asks for the password alone before the first factor is set up', async () => {
  const sent = server.refuse('/second-factor/totp', 403, 'incorrect_password', '', {
    errors: { password: 'Incorrect password' },
  });
  open(OFF);
  await userEvent.click(await screen.findByRole('button', { name: 'Set up' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.queryByLabelText(/code/iu)).not.toBeInTheDocument();
  await userEvent.type(dialog.getByLabelText('Password'), 'wrong{Enter}');
  expect(await dialog.findByText('Incorrect password')).toBeVisible();
  expect(sent).toEqual([{ password: 'wrong' }]);
});

it('asks for a passkey or a recovery code before an app is set up beside a passkey', async () => {
  stubPasskeys();
  server.use(recordRequests('post', '/auth/passkey/options', REQUEST_OPTIONS).handler);
  const wrong = server.refuse('/second-factor/totp', 400, 'invalid_code', '', {
    errors: { code: 'This code is not right' },
  });
  open({ ...OFF, recoveryCodesLeft: 10 }, [session('s1', true)], [PASSKEY]);
  await userEvent.click(await screen.findByRole('button', { name: 'Set up' }));
  const dialog = within(await screen.findByRole('dialog'));
  const code = dialog.getByLabelText('Recovery code');
  await userEvent.type(dialog.getByLabelText('Password'), 'secret');
  await userEvent.type(code, 'abcd-efgh-ijkl{Enter}');
  expect(await dialog.findByText('This code is not right')).toBeVisible();
  expect(wrong).toEqual([{ password: 'secret', code: 'abcd-efgh-ijkl' }]);
  const sent = server.post('/second-factor/totp', {
    success: true,
    secret: 'ABCDEFGH',
    uri: 'otpauth://totp/Blog',
    qr: 'data:image/svg+xml;base64,',
  });
  await userEvent.clear(code);
  await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('ABCD EFGH')).toBeVisible();
  expect(sent).toEqual([{ password: 'secret', passkey: USED_PASSKEY }]);
});

it('offers to end all others where this login is too old for the list', async () => {
  open(OFF, []);
  expect(await screen.findByText(/This login is older than the list/u)).toBeVisible();
  expect(screen.getByRole('button', { name: 'End all other sessions' })).toBeVisible();
});
