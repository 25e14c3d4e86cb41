import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';

import { apiServer } from '../../../test/api-server';
import { renderSite } from '../../../test/render-site';
import { sampleUser } from '../../../test/sample-user';

const server = apiServer();

async function signUp(name: string, email: string, password: string) {
  const given: [string, string][] = [
    ['Name', name],
    ['Email', email],
    ['Password', password],
  ];
  await screen.findByLabelText('Name');
  for (const [label, text] of given.filter(([, text]) => text !== '')) {
    await userEvent.type(screen.getByLabelText(label), text);
  }
  await userEvent.click(screen.getByRole('button', { name: 'Sign up' }));
}

it('requires all fields', async () => {
  renderSite('/signup');
  await signUp('', 'ada@example.org', '');
  expect(await screen.findByRole('alert')).toHaveTextContent('Please fill in all fields');
  expect(screen.getByLabelText('Name')).toHaveFocus();
  expect(screen.getByLabelText('Email')).toBeValid();
});

it('shows an error for each invalid field', async () => {
  renderSite('/signup');
  await signUp(' A ', 'ada@', 'short');
  await waitFor(() => {
    expect(screen.getByLabelText('Name')).toHaveAccessibleDescription(
      /^Name must be at least 2 characters long/,
    );
  });
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(
    /^Please enter a valid email address/,
  );
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(
    /^Password must be at least 8 characters long/,
  );
});

it('rates the password but accepts a weak one', async () => {
  const sent = server.post('/auth/register', { success: true, user: sampleUser() });
  renderSite('/signup');
  await screen.findByLabelText('Password');
  await userEvent.type(screen.getByLabelText('Password'), 'Abcdef-1');
  expect(screen.getByText('Very Strong')).toBeVisible();
  await userEvent.clear(screen.getByLabelText('Password'));
  await signUp('Ada', 'ada@example.org', 'aaaaaaaa');
  expect(screen.getByText('Fair')).toBeVisible();
  await waitFor(() => {
    expect(sent).toHaveLength(1);
  });
});

it('shows that the email is already registered', async () => {
  const message = 'Any sentence';
  server.refuse('/auth/register', 409, 'email_taken', message, { errors: { email: message } });
  renderSite('/signup');
  await signUp('Ada', 'ada@example.org', 'secret-1');
  await waitFor(() => {
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(
      /^An account with this email already exists/,
    );
  });
  expect(screen.getByLabelText('Email')).toHaveFocus();
});

it('shows the password error of the server', async () => {
  const message = 'Password must be at most 128 characters long';
  server.refuse('/auth/register', 400, 'validation_failed', message, {
    errors: { password: message },
  });
  renderSite('/signup');
  await signUp('Ada', 'ada@example.org', 'secret-1');
  await waitFor(() => {
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(new RegExp(message));
  });
});

it('shows a default error when the server sends none', async () => {
  server.post('/auth/register', {}, { status: 500 });
  renderSite('/signup');
  await signUp('Ada', 'ada@example.org', 'secret-1');
  expect(await screen.findByText('Failed to create account')).toBeVisible();
});

it('leads to the code form with the email and the return address', async () => {
  const sent = server.post('/auth/register', { success: true, user: sampleUser() });
  const router = renderSite({ pathname: '/signup', state: { from: '/recent' } });
  await signUp(' Ada ', 'ada@example.org', 'secret-1');
  expect(await screen.findByText('ada@example.org')).toBeVisible();
  expect(router.state.location.pathname).toBe('/verify-email');
  expect(router.state.location.state).toMatchObject({ from: '/recent', email: 'ada@example.org' });
  expect(sent).toEqual([{ name: 'Ada', email: 'ada@example.org', password: 'secret-1' }]);
});
