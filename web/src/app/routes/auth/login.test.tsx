import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { currentSession } from '../../../shared/session/session';
import { apiServer } from '../../../test/api-server';
import { renderSite } from '../../../test/render-site';
import { sampleUser } from '../../../test/sample-user';

const server = apiServer();
const user = sampleUser();
const signedIn = { success: true, message: '', token: 't1', user, requiresVerification: false };

async function logIn(email: string, password: string) {
  const emailField = await screen.findByLabelText('Email');
  if (email !== '') {
    await userEvent.type(emailField, email);
  }
  if (password !== '') {
    await userEvent.type(screen.getByLabelText('Password'), password);
  }
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
}

it('requires both fields', async () => {
  renderSite('/login');
  await logIn('', '');
  expect(await screen.findByRole('alert')).toHaveTextContent('Please fill in all fields');
  const email = screen.getByLabelText('Email');
  expect(email).toBeInvalid();
  expect(email).toHaveFocus();
  expect(email).toHaveAccessibleDescription('Please fill in all fields');
  expect(screen.getByLabelText('Password')).toBeInvalid();
});

it('requires a valid email address', async () => {
  renderSite('/login');
  await logIn('ada@example', 'secret');
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(
    'Please enter a valid email address',
  );
});

it.each([
  ['email_not_registered', 'Email', 'No account found with this email'],
  ['incorrect_password', 'Password', 'Invalid password'],
] as const)('rephrases the error %j, whatever its message', async (code, label, text) => {
  server.refuse('/auth/login', 401, code, 'Any sentence');
  renderSite('/login');
  await logIn('ada@example.org', 'wrong');
  await waitFor(() => {
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription(text);
  });
  expect(screen.getByLabelText(label)).toHaveFocus();
  expect(screen.getByLabelText('Password')).toHaveValue('wrong');
});

it('shows other errors of the server verbatim', async () => {
  server.refuse('/auth/login', 403, 'banned', 'Your account has been banned: spam');
  renderSite('/login');
  await logIn('ada@example.org', 'secret');
  expect(await screen.findByText('Your account has been banned: spam')).toBeVisible();
});

it('shows a default error when the server sends none', async () => {
  server.use(http.post('*/api/auth/login', () => HttpResponse.error()));
  renderSite('/login');
  await logIn('ada@example.org', 'secret');
  expect(await screen.findByText('Failed to login')).toBeVisible();
});

it('signs in and leads to the home page', async () => {
  const sent = server.post('/auth/login', signedIn);
  const router = renderSite('/login');
  await logIn(' ada@example.org', 'secret');
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/');
  });
  expect(sent).toEqual([{ email: 'ada@example.org', password: 'secret' }]);
  expect(currentSession()).toEqual({ token: 't1', account: user });
});

it('leads back to the previous page', async () => {
  server.post('/auth/login', signedIn);
  const router = renderSite({ pathname: '/login', state: { from: '/recent#top' } });
  await logIn('ada@example.org', 'secret');
  await waitFor(() => {
    expect(router.state.location).toMatchObject({ pathname: '/recent', hash: '#top' });
  });
});

it('leads to onboarding first with the return address', async () => {
  server.post('/auth/login', { ...signedIn, user: sampleUser({ onboarded: false }) });
  const router = renderSite({ pathname: '/login', state: { from: '/recent' } });
  await logIn('ada@example.org', 'secret');
  expect(await screen.findByRole('heading', { name: 'Complete Your Profile' })).toBeVisible();
  expect(router.state.location.state).toEqual({ from: '/recent' });
});

it('leads to the code form when the email is not verified', async () => {
  server.post('/auth/login', { ...signedIn, token: null, requiresVerification: true });
  const router = renderSite({ pathname: '/login', state: { from: '/recent' } });
  await logIn('ada@example.org', 'secret');
  expect(await screen.findByRole('heading', { name: 'Verify your email' })).toBeVisible();
  expect(router.state.location.state).toMatchObject({ from: '/recent', email: 'ada@example.org' });
  expect(currentSession()).toBeNull();
});

it('links to sign up and forgot password with the return address', async () => {
  const router = renderSite({ pathname: '/login', state: { from: '/recent' } });
  await userEvent.click(await screen.findByRole('link', { name: 'Sign up' }));
  expect(await screen.findByRole('heading', { name: 'Create your account' })).toBeVisible();
  await userEvent.click(screen.getByRole('link', { name: 'Login' }));
  await userEvent.click(await screen.findByRole('link', { name: 'Forgot password?' }));
  expect(await screen.findByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  expect(router.state.location.state).toMatchObject({ from: '/recent' });
});

it.each([
  ['Sign up', 'Create your account'],
  ['Forgot password?', 'Forgot your password?'],
])('passes the typed email on to %s', async (link, title) => {
  renderSite('/login');
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.org');
  await userEvent.click(screen.getByRole('link', { name: link }));
  expect(await screen.findByRole('heading', { name: title })).toBeVisible();
  expect(screen.getByLabelText('Email')).toHaveValue('ada@example.org');
  await userEvent.click(screen.getByRole('link', { name: /Login$/u }));
  expect(await screen.findByLabelText('Password')).toBeVisible();
  expect(screen.getByLabelText('Email')).toHaveValue('ada@example.org');
});
