import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { apiServer } from '../../../test/api-server';
import { renderSite } from '../../../test/render-site';

const server = apiServer();
const EMAIL = 'ada@example.org';
const ENTRY = { pathname: '/reset-password', state: { email: EMAIL, from: '/recent' } };

async function fillIn(code: string, password: string, confirmation: string) {
  await userEvent.click(await screen.findByLabelText('Digit 1 of 6'));
  if (code !== '') {
    await userEvent.keyboard(code);
  }
  await userEvent.type(screen.getByLabelText('New Password'), password);
  await userEvent.type(screen.getByLabelText('Confirm Password'), confirmation);
  await userEvent.click(screen.getByRole('button', { name: 'Reset Password' }));
}

it('requests a code and passes the email on', async () => {
  const sent = server.post('/auth/forgot-password', { success: true, message: 'On its way' });
  const router = renderSite('/forgot-password');
  await userEvent.click(await screen.findByRole('button', { name: 'Send reset code' }));
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(
    'Please enter a valid email address',
  );
  await userEvent.type(screen.getByLabelText('Email'), `${EMAIL}{Enter}`);
  expect(await screen.findByRole('heading', { name: 'Reset your password' })).toBeVisible();
  expect(router.state.location.state).toMatchObject({ email: EMAIL });
  expect(sent).toEqual([{ email: EMAIL }]);
});

it('shows an error when requesting a code fails', async () => {
  server.use(http.post('*/api/auth/forgot-password', () => HttpResponse.error()));
  renderSite('/forgot-password');
  await userEvent.type(await screen.findByLabelText('Email'), `${EMAIL}{Enter}`);
  expect(await screen.findByText('Failed to send reset code')).toBeVisible();
});

it('requires a complete code, then matching passwords', async () => {
  renderSite(ENTRY);
  await fillIn('12345', 'new-secret', 'other');
  expect(await screen.findByText('Please enter the complete verification code')).toBeVisible();
  expect(screen.getByLabelText('Digit 6 of 6')).toHaveFocus();
  expect(screen.getByLabelText('Confirm Password')).toHaveAccessibleDescription(
    'Passwords do not match',
  );
  await userEvent.keyboard('6');
  await userEvent.clear(screen.getByLabelText('Confirm Password'));
  await userEvent.type(screen.getByLabelText('Confirm Password'), 'new-secret');
  await waitFor(() => {
    expect(screen.getByLabelText('Confirm Password')).toBeValid();
  });
  expect(screen.queryByText(/complete verification code/)).not.toBeInTheDocument();
});

it('requires 8 characters', async () => {
  renderSite(ENTRY);
  await fillIn('123456', 'short', 'short');
  expect(await screen.findByText('Password must be at least 8 characters long')).toBeVisible();
  expect(screen.getByLabelText('New Password')).toHaveFocus();
});

it('sets the password and leads to the login with a message and the return address', async () => {
  const message = 'Your password has been reset. Please login.';
  const sent = server.post('/auth/reset-password', { success: true, message });
  const router = renderSite(ENTRY);
  await fillIn('123456', 'new-secret', 'new-secret');
  expect(await screen.findByText(message)).toBeVisible();
  expect(sent).toEqual([{ email: EMAIL, otp: '123456', newPassword: 'new-secret' }]);
  expect(screen.getByLabelText('Email')).toHaveValue(EMAIL);
  expect(router.state.location).toMatchObject({ pathname: '/login', state: { from: '/recent' } });
});

it('keeps the passwords and clears the code when the server refuses it', async () => {
  const message = 'Verification code has expired';
  server.refuse('/auth/reset-password', 400, 'invalid_code', message, { errors: { otp: message } });
  renderSite(ENTRY);
  await fillIn('123456', 'new-secret', 'new-secret');
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByLabelText('Digit 1 of 6')).toHaveValue('');
  expect(screen.getByLabelText('Digit 1 of 6')).toHaveFocus();
  expect(screen.getByLabelText('New Password')).toHaveValue('new-secret');
});

it('shows a default error when the server sends none', async () => {
  server.use(http.post('*/api/auth/reset-password', () => HttpResponse.error()));
  renderSite(ENTRY);
  await fillIn('123456', 'new-secret', 'new-secret');
  expect(await screen.findByText('Failed to reset password')).toBeVisible();
});

it('asks for the email when it is unknown', async () => {
  const sent = server.post('/auth/reset-password', { success: true, message: 'Done' });
  renderSite('/reset-password');
  await fillIn('123456', 'new-secret', 'new-secret');
  expect(screen.getByLabelText('Email')).toHaveFocus();
  await userEvent.keyboard(`${EMAIL}{Enter}`);
  await waitFor(() => {
    expect(sent).toHaveLength(1);
  });
});

it('focuses the first digit, and the password after the sixth', async () => {
  renderSite(ENTRY);
  const first = await screen.findByLabelText('Digit 1 of 6');
  await waitFor(() => {
    expect(first).toHaveFocus();
  });
  await userEvent.keyboard('123456');
  expect(screen.getByLabelText('New Password')).toHaveFocus();
});

it('submits on the sixth digit when the passwords are filled in', async () => {
  const sent = server.post('/auth/reset-password', { success: true, message: 'Done' });
  renderSite(ENTRY);
  await fillIn('', 'new-secret', 'new-secret');
  expect(sent).toEqual([]);
  await userEvent.click(screen.getByLabelText('Digit 1 of 6'));
  await userEvent.keyboard('123456');
  await waitFor(() => {
    expect(sent).toEqual([{ email: EMAIL, otp: '123456', newPassword: 'new-secret' }]);
  });
});
