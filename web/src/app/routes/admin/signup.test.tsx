import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';

import { apiServer } from '../../../test/api-server';
import { renderSite } from '../../../test/render-site';

const server = apiServer();
const alert = vi.fn<(message: string) => void>();

beforeEach(() => {
  vi.stubGlobal('alert', alert);
  alert.mockClear();
});

async function signUp() {
  await userEvent.type(await screen.findByLabelText('Username'), 'boss');
  await userEvent.type(screen.getByLabelText('Email'), 'boss@example.org');
  await userEvent.type(screen.getByLabelText('Password'), 'Abcdef-1');
  await userEvent.type(screen.getByLabelText('Master password'), 'open sesame');
  await userEvent.click(screen.getByRole('button', { name: 'Create Account' }));
}

it('creates an account, confirms it and leads to the login', async () => {
  const sent = server.post('/admin/signup', { success: true, message: '' }, { status: 201 });
  const router = renderSite('/admin/signup');
  await signUp();
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/admin/login');
  });
  expect(alert).toHaveBeenCalledExactlyOnceWith(
    'Admin account created successfully! Please login.',
  );
  expect(sent).toEqual([
    {
      username: 'boss',
      email: 'boss@example.org',
      password: 'Abcdef-1',
      masterPassword: 'open sesame',
    },
  ]);
});

it('rates the password and explains the master password', async () => {
  renderSite('/admin/signup');
  await userEvent.type(await screen.findByLabelText('Password'), 'Abcdef-1');
  expect(screen.getByRole('status')).toHaveTextContent('Password strength: Very Strong');
  expect(screen.getByLabelText('Master password')).toHaveAccessibleDescription(
    'Contact the system administrator',
  );
});

it('requires all fields', async () => {
  renderSite('/admin/signup');
  await userEvent.click(await screen.findByRole('button', { name: 'Create Account' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Please fill in all fields');
  for (const label of ['Username', 'Email', 'Password', 'Master password']) {
    expect(screen.getByLabelText(label)).toBeInvalid();
  }
});

it('shows an error on its field', async () => {
  const errors = { username: 'Username is already taken' };
  server.refuse('/admin/signup', 409, 'username_taken', 'Username is already taken', { errors });
  renderSite('/admin/signup');
  await signUp();
  await waitFor(() => {
    expect(screen.getByLabelText('Username')).toHaveAccessibleDescription(
      'Username is already taken',
    );
  });
  server.refuse('/admin/signup', 403, 'invalid_master_password', 'Invalid master password');
  await userEvent.click(screen.getByRole('button', { name: 'Create Account' }));
  expect(await screen.findByText('Invalid master password')).toBeVisible();
});

it('shows a default error when the server sends none', async () => {
  server.use(http.post('*/api/admin/signup', () => HttpResponse.error()));
  renderSite('/admin/signup');
  await signUp();
  expect(await screen.findByText('Signup failed')).toBeVisible();
  expect(alert).not.toHaveBeenCalled();
});

it('links to both logins', async () => {
  renderSite('/admin/signup');
  expect(await screen.findByRole('link', { name: 'Sign in' })).toHaveAttribute(
    'href',
    '/admin/login',
  );
  expect(screen.getByRole('link', { name: 'User signup' })).toHaveAttribute('href', '/signup');
});
