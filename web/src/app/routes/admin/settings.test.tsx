import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';

import type { AuthorProfile } from '../../../shared/api/types';
import { currentAdmin } from '../../../shared/session/admin-session';
import { apiServer } from '../../../test/api-server';
import { recordRequests } from '../../../test/recorded-requests';
import { renderSite } from '../../../test/render-site';
import { sampleAuthorProfile } from '../../../test/sample-collections';
import { SAMPLE_PREFERENCES } from '../../../test/sample-preferences';
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
  server.use(recordRequests('get', PROFILE, { success: true, message: '', admin }).handler);
}

async function changePassword(confirmed = 'New-pass1') {
  await userEvent.type(await screen.findByLabelText('Current password'), 'old pass');
  await userEvent.type(screen.getByLabelText('New password'), 'New-pass1');
  await userEvent.type(screen.getByLabelText('Confirm new password'), confirmed);
  await userEvent.click(screen.getByRole('button', { name: 'Update Password' }));
}

it('shows the profile of the server', async () => {
  serve({ username: 'boss' });
  renderSite('/admin/settings');
  expect(await screen.findByRole('heading', { name: 'Profile Information' })).toBeVisible();
  await waitFor(() => {
    expect(screen.getByLabelText('Username')).toHaveValue('boss');
  });
  expect(screen.getByLabelText('Email')).toHaveValue('root@example.org');
});

it('shows the role of the server instead of the one of the session', async () => {
  serve({ role: 'editor' });
  renderSite('/admin/settings');
  expect(await screen.findByText('Editor')).toBeVisible();
});

it('changes the profile and updates the session', async () => {
  const admin = sampleAdmin({ username: 'boss' });
  const put = recordRequests('put', PROFILE, { success: true, message: '', admin });
  server.use(put.handler);
  renderSite('/admin/settings');
  const username = await screen.findByLabelText('Username');
  await userEvent.clear(username);
  await userEvent.type(username, ' boss');
  serve({ username: 'boss' });
  await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByText('Profile updated successfully')).toBeInTheDocument();
  expect(put.requests.map(({ body }) => body)).toEqual([
    { username: 'boss', email: 'root@example.org' },
  ]);
  expect(currentAdmin()?.account.username).toBe('boss');
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

it('shows an error on its field and keeps the input', async () => {
  const errors = { email: 'Email is already registered' };
  server.use(
    recordRequests(
      'put',
      PROFILE,
      { success: false, code: 'email_taken', message: 'Taken', errors },
      409,
    ).handler,
  );
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

it('changes the password and stores the new token', async () => {
  const token = sampleAdminToken(Date.now() + 9_000_000);
  const put = recordRequests('put', PASSWORD, { success: true, message: '', token });
  server.use(put.handler);
  renderSite('/admin/settings');
  await changePassword();
  expect(await screen.findByText('Password updated successfully')).toBeInTheDocument();
  expect(put.requests.map(({ body }) => body)).toEqual([
    { currentPassword: 'old pass', newPassword: 'New-pass1' },
  ]);
  expect(currentAdmin()?.token).toBe(token);
  expect(localStorage.getItem('adminToken')).toBe(token);
  expect(screen.getByLabelText('Current password')).toHaveValue('');
});

it('requires a matching confirmation and rates the password', async () => {
  const put = recordRequests('put', PASSWORD, {});
  server.use(put.handler);
  renderSite('/admin/settings');
  await changePassword('something else');
  expect(screen.getByLabelText('Confirm new password')).toHaveAccessibleDescription(
    'Passwords do not match',
  );
  const section = screen.getByRole('region', { name: 'Change Password' });
  expect(within(section).getByRole('status')).toHaveTextContent('Password strength: Very Strong');
  expect(put.requests).toEqual([]);
});

it('shows that the current password is wrong', async () => {
  const errors = { currentPassword: 'Current password is incorrect' };
  server.use(
    recordRequests(
      'put',
      PASSWORD,
      { success: false, code: 'incorrect_password', message: '', errors },
      400,
    ).handler,
  );
  renderSite('/admin/settings');
  await changePassword();
  await waitFor(() => {
    expect(screen.getByLabelText('Current password')).toHaveAccessibleDescription(
      'Current password is incorrect',
    );
  });
});

it('has the mails of the administrator', async () => {
  serve();
  const preferences = { success: true, preferences: SAMPLE_PREFERENCES, suppressed: false };
  server.get('/users/a1/preferences', preferences);
  renderSite('/admin/settings');
  const moderation = await screen.findByRole('group', { name: 'Moderation' });
  expect(within(moderation).getByRole('radio', { name: 'Each' })).toBeChecked();
  expect(screen.queryByRole('group', { name: 'New posts' })).not.toBeInTheDocument();
});

it('shows a dismissible error when the profile fails to load', async () => {
  const preferences = { success: true, preferences: SAMPLE_PREFERENCES, suppressed: false };
  server.get('/users/a1/preferences', preferences);
  server.use(recordRequests('get', PROFILE, {}, 500).handler);
  renderSite('/admin/settings');
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch profile');
  expect(screen.getByLabelText('Username')).toHaveValue('root');
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('requires the password for a new email, then its code', async () => {
  const pending = sampleAdmin({ pendingEmail: 'new@example.org' });
  const put = recordRequests('put', PROFILE, { success: true, message: '', admin: pending });
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
    expect(put.requests.map(({ body }) => body)).toEqual([
      { username: 'root', email: 'new@example.org', currentPassword: 'Correct-horse-1' },
    ]);
  });

  const verified = sampleAdmin({ email: 'new@example.org' });
  const sent = server.post('/admin/settings/verify-email', {
    success: true,
    message: 'The new email holds',
    admin: verified,
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
  expect(currentAdmin()?.account.email).toBe('new@example.org');
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

describe('the page of the author', () => {
  const AUTHOR = '/admin/settings/author';

  function serveAuthor(changes: Partial<AuthorProfile> = {}) {
    server.get(AUTHOR, { success: true, author: sampleAuthorProfile(changes) });
  }

  async function section() {
    return within(await screen.findByRole('region', { name: 'Author Page' }));
  }

  it('says what readers learn of the author', async () => {
    serveAuthor({ bio: 'Writes about queues.' });
    renderSite('/admin/settings');
    const page = await section();
    expect(await page.findByLabelText('About you')).toHaveValue('Writes about queues.');
    expect(page.getByRole('link', { name: 'your page' })).toHaveAttribute('href', '/author/ada');
  });

  it('saves it, with whole addresses', async () => {
    serveAuthor();
    const links = { website: 'https://ada.example.org', github: '', linkedin: '', x: '' };
    const saved = sampleAuthorProfile({ bio: 'Me.', socialLinks: { ...links, twitter: '' } });
    const put = recordRequests('put', AUTHOR, { success: true, author: saved });
    server.use(put.handler);
    renderSite('/admin/settings');
    const page = await section();
    await userEvent.type(await page.findByLabelText('About you'), ' Me. ');
    await userEvent.type(page.getByLabelText('Website'), 'ada.example.org');
    serveAuthor({ bio: 'Me.', socialLinks: { ...links, twitter: '' } });
    await userEvent.click(page.getByRole('button', { name: 'Save Page' }));
    expect(await screen.findByText('Your page is saved')).toBeInTheDocument();
    expect(put.requests.map(({ body }) => body)).toEqual([{ bio: 'Me.', socialLinks: links }]);
    expect(page.getByLabelText('Website')).toHaveValue('https://ada.example.org');
  });

  it('does not send a link that is none', async () => {
    serveAuthor();
    renderSite('/admin/settings');
    const page = await section();
    await userEvent.type(await page.findByLabelText('GitHub'), 'no link');
    await userEvent.click(page.getByRole('button', { name: 'Save Page' }));
    expect(await page.findByText('Invalid URL format')).toBeVisible();
    expect(page.getByLabelText('GitHub')).toHaveFocus();
  });

  it('shows an error and retries', async () => {
    renderSite('/admin/settings');
    const page = await section();
    const retry = await page.findByRole('button', { name: 'Try again' });
    serveAuthor({ bio: 'Back.' });
    await userEvent.click(retry);
    expect(await page.findByLabelText('About you')).toHaveValue('Back.');
  });
});
