import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';

import type { SetupState } from '../../../shared/api/types';
import { currentAdmin } from '../../../shared/session/admin-session';
import { apiServer } from '../../../test/api-server';
import { renderSite } from '../../../test/render-site';
import { sampleAdmin, sampleAdminToken } from '../../../test/sample-admin';
import { sampleMailSettings } from '../../../test/sample-mail-settings';
import { sampleSiteSettings } from '../../../test/sample-site-settings';

const server = apiServer();
const SECRET = 'a'.repeat(64);
const PASSWORD = 'Abcdef-1';
const admin = sampleAdmin({ username: 'ada' });
const token = sampleAdminToken();
const done = { success: true, message: 'Your site is set up', token, admin };
const NO_MAIL = sampleMailSettings({ server: null, version: 0 });

async function open(state: Partial<SetupState> = {}) {
  const checks = server.post('/setup/check', {
    success: true,
    site: sampleSiteSettings(),
    mail: NO_MAIL,
    ...state,
  });
  const router = renderSite(`/setup#${SECRET}`);
  await screen.findByRole('heading', { name: 'Step 1 of 3: You' });
  return { router, checks };
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const next = () => press('Next');

/** Fills in the first step, and goes on. */
async function enterAdmin() {
  await userEvent.type(screen.getByLabelText('Username'), ' ada ');
  await userEvent.type(screen.getByLabelText('Email'), 'ada@example.org');
  await userEvent.type(screen.getByLabelText('Password'), PASSWORD);
  await next();
  await screen.findByRole('heading', { name: 'Step 2 of 3: The site' });
}

async function enterSite() {
  await userEvent.clear(screen.getByLabelText('Name of the site'));
  await userEvent.type(screen.getByLabelText('Name of the site'), 'Bits');
  await next();
  await screen.findByRole('heading', { name: 'Step 3 of 3: Mail' });
}

it('sets the site up in three steps, and signs in', async () => {
  const { router, checks } = await open();
  await waitFor(() => {
    expect(router.state.location.hash).toBe('');
  });
  expect(checks).toEqual([{ token: SECRET }]);
  const sent = server.post('/setup', { ...done, sampleContent: 'made' }, { status: 201 });
  await enterAdmin();
  expect(screen.getByRole('heading', { level: 2 })).toHaveFocus();
  await enterSite();
  await userEvent.click(screen.getByLabelText('Begin with sample posts'));
  await press('Set up the site');
  expect(await screen.findByRole('link', { name: 'Go to the dashboard' })).toHaveAttribute(
    'href',
    '/admin/dashboard',
  );
  expect(sent).toEqual([
    {
      token: SECRET,
      admin: { username: 'ada', email: 'ada@example.org', password: PASSWORD },
      site: { name: 'Bits', description: 'By and for us.', accent: '' },
      mail: null,
      sampleContent: true,
    },
  ]);
  expect(currentAdmin()).toEqual({ token, account: admin });
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});

it('goes on when a step is right, and keeps all of it on the way back', async () => {
  await open();
  await next();
  await waitFor(() => {
    expect(screen.getByLabelText('Username')).toHaveFocus();
  });
  expect(screen.getByLabelText('Username')).toBeInvalid();
  expect(screen.getByLabelText('Email')).toBeInvalid();
  expect(screen.getByLabelText('Password')).toBeInvalid();
  await enterAdmin();
  await userEvent.type(screen.getByLabelText('Accent'), 'red');
  await next();
  await waitFor(() => {
    expect(screen.getByLabelText('Accent')).toHaveAccessibleDescription(
      'Enter a colour such as #1d4ed8',
    );
  });
  await press('Back');
  expect(screen.getByLabelText('Username')).toHaveValue(' ada ');
  expect(screen.getByLabelText('Password')).toHaveValue(PASSWORD);
});

it('tests the mail server before anything is stored, and stores it with the rest', async () => {
  await open();
  await enterAdmin();
  await enterSite();
  await userEvent.click(screen.getByLabelText('Set the mail server now'));
  await press('Send a test mail to me');
  await waitFor(() => {
    expect(screen.getByLabelText('Mail server')).toBeInvalid();
  });
  const tests = server.post('/setup/mail-test', { success: true, isSent: true, error: null });
  await userEvent.type(screen.getByLabelText('Mail server'), 'smtp.example.org');
  await userEvent.type(screen.getByLabelText('Sender'), 'blog@example.org');
  await press('Send a test mail to me');
  expect(await screen.findByText('The mail to ada@example.org was sent.')).toBeVisible();
  const mail = {
    host: 'smtp.example.org',
    port: 587,
    encryption: 'starttls',
    username: '',
    password: '',
    from: 'blog@example.org',
  };
  expect(tests).toEqual([{ token: SECRET, mail, to: 'ada@example.org' }]);
  const sent = server.post('/setup', { ...done, sampleContent: 'none' }, { status: 201 });
  await press('Set up the site');
  await screen.findByRole('link', { name: 'Go to the dashboard' });
  expect(sent).toEqual([expect.objectContaining({ mail })]);
});

it('forgets a mail server that is not wanted after all, right or wrong', async () => {
  await open();
  await enterAdmin();
  await enterSite();
  await userEvent.click(screen.getByLabelText('Set the mail server now'));
  await userEvent.type(screen.getByLabelText('Port'), 'x');
  await press('Set up the site');
  await waitFor(() => {
    expect(screen.getByLabelText('Port')).toBeInvalid();
  });
  await userEvent.click(screen.getByLabelText('Set the mail server now'));
  const sent = server.post('/setup', { ...done, sampleContent: 'failed' }, { status: 201 });
  await press('Set up the site');
  expect(await screen.findByText(/^The sample posts could not be written/u)).toBeVisible();
  expect(sent).toEqual([expect.objectContaining({ mail: null })]);
});

it('goes back to the step of a field that the server refuses', async () => {
  await open();
  await enterAdmin();
  await enterSite();
  const message = 'This password is too common';
  server.refuse('/setup', 400, 'validation_failed', message, { errors: { password: message } });
  await press('Set up the site');
  const password = await screen.findByLabelText('Password');
  await waitFor(() => {
    expect(password).toHaveAccessibleDescription(new RegExp(message, 'u'));
  });
  expect(password).toHaveFocus();
  server.refuse('/setup', 503, 'service_unavailable', 'Please try again');
  await next();
  await next();
  await press('Set up the site');
  expect(await screen.findByText('Please try again')).toBeVisible();
});

it('shows what the configuration sets, and leaves it alone', async () => {
  await open({
    site: sampleSiteSettings({ locked: [{ field: 'name', variable: 'BLOG_APP_SITE__NAME' }] }),
    mail: { ...NO_MAIL, setBy: '/etc/blog-app/config.toml:7' },
  });
  await enterAdmin();
  const name = screen.getByLabelText('Name of the site');
  expect(name).toHaveAttribute('readonly');
  expect(name).toHaveAccessibleDescription(/Set by BLOG_APP_SITE__NAME on the server/u);
  await next();
  expect(await screen.findByText('/etc/blog-app/config.toml:7')).toBeVisible();
  expect(screen.queryByLabelText('Set the mail server now')).not.toBeInTheDocument();
});

it.each([
  { status: 400, code: 'invalid_link', says: /^This address cannot be used/u },
  { status: 404, code: 'not_found', says: /^This site is set up already/u },
] as const)('says what to do with an address that is answered with $status', async (refusal) => {
  server.refuse('/setup/check', refusal.status, refusal.code, 'No');
  renderSite(`/setup#${SECRET}`);
  expect(await screen.findByRole('alert')).toHaveTextContent(refusal.says);
  expect(screen.queryByLabelText('Username')).not.toBeInTheDocument();
});

it('says so when somebody else was faster', async () => {
  await open();
  await enterAdmin();
  await enterSite();
  server.refuse('/setup', 404, 'not_found', 'This site is set up already');
  server.refuse('/setup/check', 404, 'not_found', 'This site is set up already');
  await press('Set up the site');
  expect(await screen.findByText(/^This site is set up already/u)).toBeVisible();
  expect(currentAdmin()).toBeNull();
});

it('says what to do without a secret, and tries again after a failure', async () => {
  const router = renderSite('/setup');
  expect(await screen.findByRole('alert')).toHaveTextContent(/Start the server again/u);
  server.refuse('/setup/check', 503, 'service_unavailable', 'Not just now');
  await act(() => router.navigate(`/setup#${SECRET}`));
  await screen.findByText('Not just now');
  server.post('/setup/check', { success: true, site: sampleSiteSettings(), mail: NO_MAIL });
  await press('Try again');
  expect(await screen.findByRole('heading', { name: 'Step 1 of 3: You' })).toBeVisible();
});
