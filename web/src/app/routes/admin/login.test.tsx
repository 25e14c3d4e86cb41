import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { currentAdmin } from '../../../shared/session/admin-session';
import { apiServer } from '../../../test/api-server';
import { renderSite } from '../../../test/render-site';
import { sampleAdmin, sampleAdminToken } from '../../../test/sample-admin';

const server = apiServer();
const token = sampleAdminToken();
const signedIn = { success: true, message: 'Welcome back!', token, admin: sampleAdmin() };

async function signIn(email = 'root@example.org', password = 'correct horse') {
  const emailField = await screen.findByLabelText('Email');
  if (email !== '') {
    await userEvent.type(emailField, email);
    await userEvent.type(screen.getByLabelText('Password'), password);
  }
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
}

it('signs in and leads to the dashboard', async () => {
  const sent = server.post('/admin/login', signedIn);
  const router = renderSite('/admin/login');
  await signIn(' root@example.org');
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/admin/dashboard');
  });
  expect(sent).toEqual([{ email: 'root@example.org', password: 'correct horse' }]);
  expect(currentAdmin()).toEqual({ token, account: sampleAdmin() });
});

it('leads back to the previous page', async () => {
  server.post('/admin/login', signedIn);
  const state = { from: '/admin/users?status=banned' };
  const router = renderSite({ pathname: '/admin/login', state });
  await signIn();
  await waitFor(() => {
    expect(router.state.location).toMatchObject({
      pathname: '/admin/users',
      search: '?status=banned',
    });
  });
});

it('requires both fields and a valid email address', async () => {
  renderSite('/admin/login');
  await signIn('');
  expect(await screen.findByRole('alert')).toHaveTextContent('Please fill in all fields');
  expect(screen.getByLabelText('Email')).toHaveFocus();
  await signIn('root@example');
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(
    'Please enter a valid email address',
  );
});

it('shows the error of the server until it is dismissed', async () => {
  server.refuse('/admin/login', 401, 'invalid_credentials', 'Invalid email or password');
  renderSite('/admin/login');
  await signIn();
  expect(await screen.findByRole('alert')).toHaveTextContent('Invalid email or password');
  expect(screen.getByLabelText('Password')).toHaveValue('correct horse');
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('shows a default error when the server sends none', async () => {
  server.use(http.post('*/api/admin/login', () => HttpResponse.error()));
  renderSite('/admin/login');
  await signIn();
  expect(await screen.findByText('Login failed')).toBeVisible();
});

it('links to the admin sign-up and to the login of readers', async () => {
  renderSite('/admin/login');
  expect(await screen.findByRole('link', { name: 'Sign up as admin' })).toHaveAttribute(
    'href',
    '/admin/signup',
  );
  expect(screen.getByRole('link', { name: 'User login' })).toHaveAttribute('href', '/login');
});
