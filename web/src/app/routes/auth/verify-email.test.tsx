import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';

import { currentSession, startSession } from '../../../shared/session/session';
import { apiServer } from '../../../test/api-server';
import { gate } from '../../../test/gate';
import { renderSite } from '../../../test/render-site';
import { sampleUser } from '../../../test/sample-user';

const server = apiServer();
const EMAIL = 'ada@example.org';
const newcomer = sampleUser({ onboarded: false });
const verified = { success: true, message: 'Your email is verified', token: 't1', user: newcomer };

afterEach(() => {
  vi.useRealTimers();
});

function open(state: object | null = { email: EMAIL, codeSentAt: Date.now() }) {
  return renderSite({ pathname: '/verify-email', state });
}

async function enter(code: string) {
  await userEvent.click(await screen.findByLabelText('Digit 1 of 6'));
  await userEvent.keyboard(code);
}

it('focuses the first digit', async () => {
  open();
  const first = await screen.findByLabelText('Digit 1 of 6');
  await waitFor(() => {
    expect(first).toHaveFocus();
  });
});

it('focuses the first digit after a navigation', async () => {
  const user = sampleUser({ email: EMAIL });
  server.post('/auth/login', { success: true, message: '', requiresVerification: true, user });
  renderSite('/login');
  await userEvent.type(await screen.findByLabelText('Email'), EMAIL);
  await userEvent.type(screen.getByLabelText('Password'), 'secret-1{Enter}');
  const first = await screen.findByLabelText('Digit 1 of 6');
  await waitFor(() => {
    expect(first).toHaveFocus();
  });
});

it('focuses the email when it is unknown', async () => {
  open(null);
  const email = await screen.findByLabelText('Email');
  await waitFor(() => {
    expect(email).toHaveFocus();
  });
});

it('submits once on the sixth digit', async () => {
  const { opened, open: respond } = gate();
  const sent: unknown[] = [];
  server.use(
    http.post('*/api/auth/verify-otp', async ({ request }) => {
      sent.push(await request.json());
      await opened;
      return HttpResponse.json(verified);
    }),
  );
  open();
  await enter('123456');
  expect(await screen.findByRole('button', { name: 'Verifying...' })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  respond();
  expect(await screen.findByRole('heading', { name: 'Complete Your Profile' })).toBeVisible();
  expect(sent).toEqual([{ email: EMAIL, otp: '123456' }]);
});

it('enables the button when all six digits are filled in', async () => {
  const { opened } = gate();
  server.use(
    http.post('*/api/auth/verify-otp', async () => {
      await opened;
      return HttpResponse.error();
    }),
  );
  open();
  await enter('12345');
  expect(screen.getByRole('button', { name: 'Verify' })).toBeDisabled();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('Please enter all 6 digits')).toBeVisible();
  expect(screen.getByLabelText('Digit 6 of 6')).toHaveFocus();
  await userEvent.keyboard('6');
  expect(await screen.findByRole('button', { name: 'Verifying...' })).toBeEnabled();
  expect(screen.queryByText('Please enter all 6 digits')).not.toBeInTheDocument();
});

it('starts the session of a new account and leads to onboarding', async () => {
  const sent = server.post('/auth/verify-otp', verified);
  const router = open({ email: EMAIL, from: '/recent' });
  await enter('123456{Enter}');
  expect(await screen.findByRole('heading', { name: 'Complete Your Profile' })).toBeVisible();
  expect(sent).toEqual([{ email: EMAIL, otp: '123456' }]);
  expect(currentSession()?.token).toBe('t1');
  expect(router.state.location.state).toEqual({ from: '/recent', userData: newcomer });
});

it('clears the digits and shows the error of the server on a wrong code', async () => {
  const message = 'Invalid verification code';
  server.refuse('/auth/verify-otp', 400, 'invalid_code', message, { errors: { otp: message } });
  open();
  await enter('123456{Enter}');
  expect(await screen.findByText(message)).toBeVisible();
  const first = screen.getByLabelText('Digit 1 of 6');
  expect(first).toHaveValue('');
  expect(first).toHaveFocus();
  expect(first).toHaveAccessibleDescription(message);
  await userEvent.keyboard('1');
  expect(screen.queryByText(message)).not.toBeInTheDocument();
});

it('shows a default error when the server sends none', async () => {
  server.use(http.post('*/api/auth/verify-otp', () => HttpResponse.error()));
  open();
  await enter('123456');
  expect(await screen.findByText('Verification failed')).toBeVisible();
  expect(screen.getByLabelText('Digit 6 of 6')).toHaveValue('');
  expect(screen.getByLabelText('Digit 1 of 6')).toHaveFocus();
});

it('confirms the new address of a signed-in reader and leads to the profile', async () => {
  startSession('t0', sampleUser({ pendingEmail: 'new@example.org' }));
  const user = sampleUser({ email: 'new@example.org' });
  const sent = server.post('/auth/verify-otp', { ...verified, user });
  const router = open(null);
  await enter('123456{Enter}');
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/profile');
  });
  expect(sent).toEqual([{ email: 'new@example.org', otp: '123456' }]);
  expect(await screen.findByText('Your email is verified')).toBeInTheDocument();
  expect(currentSession()).toEqual({ token: 't1', account: user });
});

it('asks for the email when it is unknown', async () => {
  const sent = server.post('/auth/verify-otp', verified);
  open(null);
  await enter('123456{Enter}');
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(
    'Please enter a valid email address',
  );
  await userEvent.type(screen.getByLabelText('Email'), `${EMAIL}{Enter}`);
  await waitFor(() => {
    expect(sent).toEqual([{ email: EMAIL, otp: '123456' }]);
  });
});

it('offers a new code 60 s after the last one was sent', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const sent = server.post('/auth/resend-otp', { success: true, message: 'A new code was sent' });
  open({ email: EMAIL, codeSentAt: Date.now() - 20_000 });
  expect(await screen.findByRole('button', { name: /^Resend code in (40|39)s$/ })).toBeDisabled();
  act(() => {
    vi.advanceTimersByTime(41_000);
  });
  const resend = screen.getByRole('button', { name: 'Resend code' });
  expect(resend).toBeEnabled();
  fireEvent.click(resend);
  expect(await screen.findByText('A new code was sent')).toBeVisible();
  expect(sent).toEqual([{ email: EMAIL }]);
  expect(screen.getByRole('button', { name: /^Resend code in (60|59)s$/ })).toBeDisabled();
});

it('waits for the Retry-After of the server', async () => {
  server.refuse('/auth/resend-otp', 429, 'code_sent_recently', 'Please wait', {
    headers: { 'retry-after': '17' },
  });
  open({ email: EMAIL });
  await userEvent.click(await screen.findByRole('button', { name: 'Resend code' }));
  expect(await screen.findByText('Please wait')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Resend code in 17s' })).toBeDisabled();
});

it('shows an error when no code can be sent, and requires an email', async () => {
  server.use(http.post('*/api/auth/resend-otp', () => HttpResponse.error()));
  open(null);
  await userEvent.click(await screen.findByRole('button', { name: 'Resend code' }));
  const email = screen.getByLabelText('Email');
  await waitFor(() => {
    expect(email).toHaveAccessibleDescription('Please enter a valid email address');
  });
  await userEvent.type(email, EMAIL);
  await userEvent.click(screen.getByRole('button', { name: 'Resend code' }));
  expect(await screen.findByText('Failed to resend code')).toBeVisible();
});
