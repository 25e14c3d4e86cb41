import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { currentSession } from '../../../shared/session/session';
import { apiServer } from '../../../test/api-server';
import { COMPANY, GITHUB, configureProviders } from '../../../test/login-providers';
import { renderSite } from '../../../test/render-site';
import { sampleUser } from '../../../test/sample-user';

const server = apiServer();
const CODE = 'c0de'.repeat(16);
const EMAIL = 'ada@example.org';
const user = sampleUser();
const signedIn = { success: true, message: '', token: 't1', user, requiresVerification: false };
const account = {
  success: true,
  message: 'Please show that this account is yours',
  nextStep: 'account',
  provider: 'GitHub',
  email: EMAIL,
};
const secondStep = {
  success: true,
  message: '',
  requiresSecondFactor: true,
  ticket: 'f'.repeat(64),
  methods: ['totp', 'recovery'],
};

/** Opens the login page as a provider's redirect does. */
function comeBack() {
  return renderSite(`/login#${CODE}`);
}

/** Follows a link of a provider as far as this page goes: the server would lead to another site. */
async function follow(name: string) {
  const link = await screen.findByRole('link', { name });
  link.addEventListener('click', (event) => {
    event.preventDefault();
  });
  fireEvent.click(link);
}

it.each(['/login', '/signup'])('links from %s to the providers', async (page) => {
  configureProviders(GITHUB, COMPANY);
  renderSite(page);
  const list = await screen.findByRole('list', { name: 'Other ways to log in' });
  const links = within(list).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Continue with GitHub', '/api/auth/github/start'],
    ['Continue with Example Inc.', '/api/auth/company/start'],
  ]);
});

it('has no such list without providers', async () => {
  renderSite('/login');
  expect(await screen.findByLabelText('Email')).toBeVisible();
  expect(screen.queryByRole('list', { name: 'Other ways to log in' })).not.toBeInTheDocument();
});

it('signs in with the code, once, and takes it out of the address', async () => {
  const sent = server.post('/auth/finish', signedIn);
  const router = comeBack();
  await waitFor(() => {
    expect(router.state.location).toMatchObject({ pathname: '/', hash: '' });
  });
  expect(sent).toEqual([{ code: CODE }]);
  expect(currentSession()).toEqual({ token: 't1', account: user });
});

it('leads to the page that was left for the provider', async () => {
  configureProviders(GITHUB);
  renderSite({ pathname: '/login', state: { from: '/recent#top' } });
  await follow('Continue with GitHub');
  cleanup();
  server.post('/auth/finish', signedIn);
  const router = comeBack();
  await waitFor(() => {
    expect(router.state.location).toMatchObject({ pathname: '/recent', hash: '#top' });
  });
});

it('forgets the page of an earlier attempt', async () => {
  configureProviders(GITHUB);
  sessionStorage.setItem('loginReturn', '/recent');
  renderSite('/login');
  await follow('Continue with GitHub');
  expect(sessionStorage.getItem('loginReturn')).toBeNull();
});

it('leads a new reader to onboarding', async () => {
  server.post('/auth/finish', { ...signedIn, user: sampleUser({ onboarded: false }) });
  comeBack();
  expect(await screen.findByRole('heading', { name: 'Complete Your Profile' })).toBeVisible();
});

it('asks for the second factor', async () => {
  server.post('/auth/finish', secondStep);
  const sent = server.post('/auth/login/second', signedIn);
  const router = comeBack();
  await userEvent.type(await screen.findByLabelText('Code of your authenticator app'), '123456');
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/');
  });
  expect(sent).toEqual([{ ticket: 'f'.repeat(64), code: '123456' }]);
  expect(currentSession()?.token).toBe('t1');
});

it('begins again when the second step took too long', async () => {
  server.post('/auth/finish', secondStep);
  server.refuse('/auth/login/second', 400, 'invalid_ticket', 'This sign-in took too long.');
  comeBack();
  await userEvent.type(await screen.findByLabelText('Code of your authenticator app'), '123456');
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
  expect(await screen.findByLabelText('Email')).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('This sign-in took too long.');
});

it('links an account by its password', async () => {
  server.post('/auth/finish', account);
  const router = comeBack();
  const password = await screen.findByLabelText('Password');
  expect(screen.getByText(EMAIL)).toBeVisible();
  expect(screen.getByText(/from then on GitHub logs you in/u)).toBeVisible();
  expect(password).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
  expect(await screen.findByText('Please enter your password')).toBeVisible();
  const message = 'Incorrect password';
  server.refuse('/auth/finish', 400, 'incorrect_password', message, {
    errors: { password: message },
  });
  await userEvent.type(password, 'secret{Enter}');
  expect(await screen.findByText(message)).toBeVisible();
  const sent = server.post('/auth/finish', signedIn);
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/');
  });
  expect(sent).toEqual([{ code: CODE, password: 'secret' }]);
});

it('asks for the second factor of the account that is linked', async () => {
  server.post('/auth/finish', account);
  comeBack();
  const password = await screen.findByLabelText('Password');
  server.post('/auth/finish', secondStep);
  await userEvent.type(password, 'secret{Enter}');
  expect(await screen.findByLabelText('Code of your authenticator app')).toHaveFocus();
});

it('links an account by a mailed code', async () => {
  server.post('/auth/finish', account);
  const mailed = server.post('/auth/finish/code', {
    success: true,
    message: 'A code has been sent',
  });
  const router = comeBack();
  await userEvent.click(await screen.findByRole('button', { name: 'Mail me a code instead' }));
  expect(await screen.findByText(/^Enter the 6-digit code/u)).toBeVisible();
  expect(screen.getByRole('button', { name: /^Resend code in \d+s$/u })).toBeDisabled();
  await userEvent.click(screen.getByRole('button', { name: 'Use the password' }));
  expect(await screen.findByLabelText('Password')).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Mail me a code instead' }));
  expect(await screen.findByLabelText('Digit 1 of 6')).toHaveFocus();
  expect(mailed).toEqual([{ code: CODE }]);
  const sent = server.post('/auth/finish', signedIn);
  await userEvent.keyboard('123456');
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/');
  });
  expect(sent).toEqual([{ code: CODE, otp: '123456' }]);
});

it('says why no code is mailed', async () => {
  server.post('/auth/finish', account);
  server.refuse('/auth/finish/code', 429, 'code_sent_recently', 'Please wait 40 seconds');
  comeBack();
  await userEvent.click(await screen.findByRole('button', { name: 'Mail me a code instead' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Please wait 40 seconds');
  expect(screen.getByLabelText('Password')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Back to the login' }));
  expect(await screen.findByLabelText('Email')).toBeVisible();
});

it('leads somebody who is invited to the team to the invitation', async () => {
  server.post('/auth/finish', { ...account, nextStep: 'invitation' });
  const router = comeBack();
  expect(await screen.findByRole('heading', { name: 'Join the team' })).toBeVisible();
  expect(router.state.location).toMatchObject({
    pathname: '/admin/join',
    state: { providerCode: CODE },
  });
});

it.each([
  ['banned', 'Your account has been banned: spam'],
  ['staff_address', 'This address belongs to a member of the team'],
] as const)('shows the refusal %j, and the way back', async (code, message) => {
  server.refuse('/auth/finish', 403, code, message);
  comeBack();
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  await userEvent.click(screen.getByRole('button', { name: 'Back to the login' }));
  expect(await screen.findByLabelText('Email')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Login' })).toHaveFocus();
});

it('tries again when the server does not respond', async () => {
  server.use(http.post('*/api/auth/finish', () => HttpResponse.error()));
  const router = comeBack();
  expect(await screen.findByText('Failed to login')).toBeVisible();
  server.post('/auth/finish', signedIn);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/');
  });
});

it.each([
  ['cancelled', 'you cancelled it'],
  ['expired', 'took too long'],
  ['unavailable', 'does not respond'],
  ['refused', 'could not confirm who you are'],
  ['unverified', 'has not verified your email address'],
  ['domain', 'of a domain that cannot log in here'],
])('explains the failure %j, and takes it out of the address', async (name, text) => {
  sessionStorage.setItem('loginReturn', '/recent');
  const router = renderSite(`/login?error=${name}`);
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(screen.getByLabelText('Email')).toBeVisible();
  await waitFor(() => {
    expect(router.state.location).toMatchObject({ search: '', state: { from: '/recent' } });
  });
  expect(screen.getByRole('alert')).toHaveTextContent(text);
});

it.each(['/login?error=constructor', `/login#${CODE}0`, '/login#<script>'])(
  'makes nothing of %s',
  async (address) => {
    const sent = server.post('/auth/finish', signedIn);
    renderSite(address);
    expect(await screen.findByLabelText('Email')).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(sent).toEqual([]);
  },
);
