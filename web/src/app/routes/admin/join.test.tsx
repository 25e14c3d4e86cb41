import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { currentAdmin } from '../../../shared/session/admin-session';
import { currentSession, startSession } from '../../../shared/session/session';
import { apiServer } from '../../../test/api-server';
import { renderSite } from '../../../test/render-site';
import { sampleAdmin, sampleAdminToken, signInAdmin } from '../../../test/sample-admin';
import { sampleUser } from '../../../test/sample-user';

const server = apiServer();
const SECRET = 'a'.repeat(64);
const token = sampleAdminToken();
const admin = sampleAdmin({ username: 'cleo', role: 'author' });
const joined = { success: true, message: 'Welcome to the team', token, admin };

async function join(username = 'cleo', password = 'Abcdef-1') {
  await userEvent.type(await screen.findByLabelText('Username'), username);
  await userEvent.type(screen.getByLabelText('Password'), password);
  await userEvent.click(screen.getByRole('button', { name: 'Join' }));
}

it('joins with the secret of the link, signs in and leads to the dashboard', async () => {
  const sent = server.post('/admin/join', joined, { status: 201 });
  const router = renderSite(`/admin/join#${SECRET}`);
  expect(await screen.findByRole('heading', { name: 'Join the team' })).toBeVisible();
  await waitFor(() => {
    expect(document.title).toBe('Join the team · Community Blog');
  });
  await waitFor(() => {
    expect(router.state.location.hash).toBe('');
  });
  expect(sent).toEqual([]);
  await join(' cleo ');
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/admin/dashboard');
  });
  expect(sent).toEqual([{ token: SECRET, username: 'cleo', password: 'Abcdef-1' }]);
  expect(currentAdmin()).toEqual({ token, account: admin });
  expect(await screen.findByText('Welcome to the team')).toBeInTheDocument();
  expect(screen.queryByText(/You are signed in as/)).not.toBeInTheDocument();
});

it('joins with the code of a provider in place of the secret', async () => {
  const sent = server.post('/admin/join', joined, { status: 201 });
  const code = 'c'.repeat(64);
  const router = renderSite({ pathname: '/admin/join', state: { providerCode: code } });
  await join();
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/admin/dashboard');
  });
  expect(sent).toEqual([{ code, username: 'cleo', password: 'Abcdef-1' }]);
});

it('rates the password and checks both fields', async () => {
  renderSite(`/admin/join#${SECRET}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Join' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Please fill in all fields');
  expect(screen.getByLabelText('Username')).toHaveFocus();
  await join('c', 'Abc-1');
  expect(screen.getByLabelText('Username')).toHaveAccessibleDescription(
    /Username must be at least 2 characters long/,
  );
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(
    /Password must be at least 8 characters long/,
  );
  expect(screen.getByText('Strong')).toBeVisible();
});

it('shows an error on its field and keeps the input', async () => {
  const message = 'Username is already taken';
  server.refuse('/admin/join', 409, 'username_taken', message, { errors: { username: message } });
  renderSite(`/admin/join#${SECRET}`);
  await join();
  await waitFor(() => {
    expect(screen.getByLabelText('Username')).toHaveAccessibleDescription(new RegExp(message));
  });
  expect(screen.getByLabelText('Password')).toHaveValue('Abcdef-1');
});

it('shows an error of another field, and one without a message, above the form', async () => {
  const message = 'Email is already registered';
  server.refuse('/admin/join', 409, 'email_taken', message, { errors: { email: message } });
  renderSite(`/admin/join#${SECRET}`);
  await join();
  expect(await screen.findByText(message)).toBeVisible();
  server.use(http.post('*/api/admin/join', () => HttpResponse.error()));
  await userEvent.click(screen.getByRole('button', { name: 'Join' }));
  expect(await screen.findByText('Failed to join the team')).toBeVisible();
});

it('says that an invitation is no longer valid, until another link is opened', async () => {
  server.refuse('/admin/join', 400, 'invalid_link', 'Invalid', { errors: { token: 'Invalid' } });
  const router = renderSite(`/admin/join#${SECRET}`);
  await join();
  expect(await screen.findByRole('alert')).toHaveTextContent('This invitation is no longer valid');
  expect(screen.getByText(/^Ask the person who invited you/)).toBeVisible();
  expect(screen.queryByLabelText('Username')).not.toBeInTheDocument();
  const sent = server.post('/admin/join', joined, { status: 201 });
  await act(() => router.navigate(`/admin/join#${'b'.repeat(64)}`));
  await join();
  await waitFor(() => {
    expect(sent).toEqual([expect.objectContaining({ token: 'b'.repeat(64) })]);
  });
});

it('shows instructions without a secret', async () => {
  renderSite('/admin/join');
  expect(await screen.findByText(/^Open the link in the mail/)).toBeVisible();
  expect(screen.queryByLabelText('Username')).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/admin/login');
});

it.each([
  { who: 'reader', name: 'Ada Walker', endpoint: '/auth/logout' },
  { who: 'administrator', name: 'root', endpoint: '/admin/logout' },
])('asks a signed-in $who to log out first', async ({ who, name, endpoint }) => {
  if (who === 'reader') {
    startSession('t1', sampleUser());
  } else {
    signInAdmin();
  }
  let revoked = 0;
  server.use(
    http.post(`*/api${endpoint}`, () => {
      revoked += 1;
      return HttpResponse.json({ success: true, message: '' });
    }),
  );
  const sent = server.post('/admin/join', joined, { status: 201 });
  renderSite(`/admin/join#${SECRET}`);
  expect(await screen.findByText(name)).toBeVisible();
  expect(screen.queryByLabelText('Username')).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Log out and go on' }));
  expect(currentSession() ?? currentAdmin()).toBeNull();
  expect(screen.getByRole('heading', { name: 'Join the team' })).toHaveFocus();
  await join();
  await waitFor(() => {
    expect(currentAdmin()?.account.username).toBe('cleo');
  });
  expect(sent).toEqual([expect.objectContaining({ token: SECRET })]);
  expect(revoked).toBe(1);
});
