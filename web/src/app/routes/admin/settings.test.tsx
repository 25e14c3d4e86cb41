import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';

import { currentAdmin } from '../../../shared/session/admin-session';
import { apiServer } from '../../../test/api-server';
import { calls } from '../../../test/calls';
import { renderSite } from '../../../test/render-site';
import { sampleAdmin, sampleAdminToken, signInAdmin } from '../../../test/sample-admin';

const server = apiServer();
const PROFILE = '/admin/settings/profile';
const PASSWORD = '/admin/settings/password';

beforeEach(() => {
  signInAdmin();
  serve();
});

function serve(changes = {}) {
  const admin = sampleAdmin(changes);
  server.use(calls('get', PROFILE, { success: true, message: '', admin }).handler);
}

async function changePassword(confirmed = 'New-pass1') {
  await userEvent.type(await screen.findByLabelText('Current password'), 'old pass');
  await userEvent.type(screen.getByLabelText('New password'), 'New-pass1');
  await userEvent.type(screen.getByLabelText('Confirm new password'), confirmed);
  await userEvent.click(screen.getByRole('button', { name: 'Update Password' }));
}

it('shows what the server knows', async () => {
  serve({ username: 'boss' });
  renderSite('/admin/settings');
  expect(await screen.findByRole('heading', { name: 'Profile Information' })).toBeVisible();
  await waitFor(() => {
    expect(screen.getByLabelText('Username')).toHaveValue('boss');
  });
  expect(screen.getByLabelText('Email')).toHaveValue('root@example.org');
});

it('changes the profile, which the session then knows', async () => {
  const admin = sampleAdmin({ username: 'boss' });
  const put = calls('put', PROFILE, { success: true, message: '', admin });
  server.use(put.handler);
  renderSite('/admin/settings');
  const username = await screen.findByLabelText('Username');
  await userEvent.clear(username);
  await userEvent.type(username, ' boss');
  serve({ username: 'boss' });
  await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByText('Profile updated successfully')).toBeInTheDocument();
  expect(put.made.map(({ body }) => body)).toEqual([
    { username: 'boss', email: 'root@example.org' },
  ]);
  expect(currentAdmin()?.admin.username).toBe('boss');
  await waitFor(() => {
    expect(username).toHaveValue('boss');
  });
  await waitFor(
    () => {
      expect(screen.queryByText('Profile updated successfully')).not.toBeInTheDocument();
    },
    { timeout: 5_000 },
  );
});

it('puts a refusal where it belongs, and keeps what was written', async () => {
  const errors = { email: 'Email is already registered' };
  server.use(calls('put', PROFILE, { success: false, message: 'Taken', errors }, 409).handler);
  renderSite('/admin/settings');
  const email = await screen.findByLabelText('Email');
  await userEvent.clear(email);
  await userEvent.type(email, 'ada@example.org');
  await userEvent.type(screen.getByLabelText('Password'), 'Correct-horse-1');
  await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
  await waitFor(() => {
    expect(email).toHaveAccessibleDescription(
      expect.stringContaining('Email is already registered'),
    );
  });
  expect(email).toHaveValue('ada@example.org');
});

it('changes the password, and goes on with the new token', async () => {
  const token = sampleAdminToken(Date.now() + 9_000_000);
  const put = calls('put', PASSWORD, { success: true, message: '', token });
  server.use(put.handler);
  renderSite('/admin/settings');
  await changePassword();
  expect(await screen.findByText('Password updated successfully')).toBeInTheDocument();
  expect(put.made.map(({ body }) => body)).toEqual([
    { currentPassword: 'old pass', newPassword: 'New-pass1' },
  ]);
  expect(currentAdmin()?.token).toBe(token);
  expect(localStorage.getItem('adminToken')).toBe(token);
  expect(screen.getByLabelText('Current password')).toHaveValue('');
});

it('asks for the same password twice, and says how strong it is', async () => {
  const put = calls('put', PASSWORD, {});
  server.use(put.handler);
  renderSite('/admin/settings');
  await changePassword('something else');
  expect(screen.getByLabelText('Confirm new password')).toHaveAccessibleDescription(
    'Passwords do not match',
  );
  const section = screen.getByRole('region', { name: 'Change Password' });
  expect(within(section).getByRole('status')).toHaveTextContent('Password strength: Very Strong');
  expect(put.made).toEqual([]);
});

it('says that the present password is wrong', async () => {
  const errors = { currentPassword: 'Current password is incorrect' };
  server.use(calls('put', PASSWORD, { success: false, message: '', errors }, 400).handler);
  renderSite('/admin/settings');
  await changePassword();
  await waitFor(() => {
    expect(screen.getByLabelText('Current password')).toHaveAccessibleDescription(
      'Current password is incorrect',
    );
  });
});

it('says that the profile did not come, until that is dismissed', async () => {
  server.use(calls('get', PROFILE, {}, 500).handler);
  renderSite('/admin/settings');
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch profile');
  expect(screen.getByLabelText('Username')).toHaveValue('root');
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('asks for the password before a new email, and for the code that it gets', async () => {
  const waiting = sampleAdmin({ pendingEmail: 'new@example.org' });
  const put = calls('put', PROFILE, { success: true, message: '', admin: waiting });
  server.use(put.handler);
  renderSite('/admin/settings');
  const email = await screen.findByLabelText('Email');
  await userEvent.clear(email);
  await userEvent.type(email, 'new@example.org');
  serve({ pendingEmail: 'new@example.org' });
  await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByText('Please enter your current password')).toBeVisible();
  await userEvent.type(screen.getByLabelText('Password'), 'Correct-horse-1');
  await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
  await waitFor(() => {
    expect(put.made.map(({ body }) => body)).toEqual([
      { username: 'root', email: 'new@example.org', currentPassword: 'Correct-horse-1' },
    ]);
  });

  const changed = sampleAdmin({ email: 'new@example.org' });
  const sent = server.post('/admin/settings/verify-email', {
    success: true,
    message: 'The new email holds',
    admin: changed,
    token: sampleAdminToken(),
  });
  await userEvent.click(await screen.findByLabelText('Digit 1 of 6'));
  await userEvent.keyboard('123456');
  serve({ email: 'new@example.org' });
  if (sent.length === 0) {
    await userEvent.click(screen.getByRole('button', { name: 'Verify' }));
  }
  expect(await screen.findByText('The new email holds')).toBeVisible();
  expect(sent).toEqual([{ otp: '123456' }]);
  expect(currentAdmin()?.admin.email).toBe('new@example.org');
});

it('logs out everywhere', async () => {
  const router = renderSite('/admin/settings');
  server.use(
    http.post('*/api/admin/logout-all', () =>
      HttpResponse.json({ success: true, message: 'You are logged out everywhere' }),
    ),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Log out everywhere' }));
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/admin/login');
  });
  expect(currentAdmin()).toBeNull();
});
