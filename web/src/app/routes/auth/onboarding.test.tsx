import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';

import { currentSession, startSession } from '../../../shared/session/session';
import { apiServer } from '../../../test/api-server';
import { renderSite } from '../../../test/render-site';
import { sampleUser } from '../../../test/sample-user';

const server = apiServer();
const newcomer = sampleUser({ onboarded: false, bio: '', profileImage: null });
const avatars = ['Explorer', 'Analyst', 'Builder'].map((name) => ({
  url: `/avatars/${name}.svg`,
  name: `The ${name}`,
  description: `What the ${name} does`,
}));

beforeEach(() => {
  startSession('t1', newcomer);
  server.get('/avatars', { success: true, avatars });
});

async function complete() {
  await screen.findByText('The Explorer');
  await userEvent.click(screen.getByRole('button', { name: 'Complete Profile' }));
}

it('cycles through the avatars', async () => {
  renderSite('/onboarding');
  expect(await screen.findByText('What the Explorer does')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Previous avatar' }));
  expect(screen.getByText('The Builder')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Next avatar' }));
  await userEvent.click(screen.getByRole('button', { name: 'Next avatar' }));
  expect(screen.getByText('What the Analyst does')).toBeVisible();
});

it('shows a placeholder for an avatar that fails to load', async () => {
  renderSite('/onboarding');
  await screen.findByText('What the Explorer does');
  const current = document.querySelector('.avatars-shown');
  fireEvent.error(current?.querySelector('img') ?? document.body);
  expect(current?.querySelector('.avatar-missing')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Next avatar' }));
  expect(current?.querySelector('img')).toHaveAttribute('src', '/avatars/Analyst.svg');
});

it('prefills the form and disables the email', async () => {
  renderSite('/onboarding');
  expect(await screen.findByText("Let's get to know you better")).toBeVisible();
  expect(screen.getByLabelText('Full Name')).toHaveValue('Ada Walker');
  expect(screen.getByLabelText('Email')).toHaveValue('ada@example.org');
  expect(screen.getByLabelText('Email')).toBeDisabled();
  expect(screen.getByLabelText('Bio')).toHaveAttribute('rows', '3');
  expect(screen.getByLabelText('X/Twitter')).toHaveAttribute('type', 'url');
});

it('prefers the reader in the navigation state', async () => {
  const userData = sampleUser({ name: 'Ada L.', bio: 'Hello', profileImage: avatars[1] ?? null });
  renderSite({ pathname: '/onboarding', state: { userData } });
  expect(await screen.findByText('The Analyst')).toBeVisible();
  expect(screen.getByLabelText('Full Name')).toHaveValue('Ada L.');
  expect(screen.getByLabelText('Bio')).toHaveValue('Hello');
});

it('validates the name, then the bio, then the links', async () => {
  renderSite('/onboarding');
  const name = await screen.findByLabelText('Full Name');
  await userEvent.clear(name);
  await userEvent.type(name, '  ');
  await userEvent.type(screen.getByLabelText('GitHub'), 'github');
  await complete();
  expect(name).toHaveAccessibleDescription('Name is required');
  expect(name).toHaveFocus();
  await userEvent.type(name, 'A');
  expect(name).toHaveAccessibleDescription('Name must be at least 2 characters long');
  await userEvent.type(name, 'da{Enter}');
  const bio = screen.getByLabelText('Bio');
  expect(bio).toHaveAccessibleDescription('Please add a short bio');
  expect(bio).toHaveFocus();
  expect(screen.getByLabelText('GitHub')).toHaveAccessibleDescription('Invalid URL format');
});

it('completes the profile, updates the session and leads to the home page', async () => {
  const user = sampleUser({ bio: 'Hello' });
  const sent = server.post('/auth/complete-onboarding', { success: true, message: '', user });
  const router = renderSite('/onboarding');
  await userEvent.type(await screen.findByLabelText('Bio'), ' Hello ');
  await userEvent.type(screen.getByLabelText('X/Twitter'), ' x.com/ada ');
  await userEvent.click(screen.getByLabelText('Hide my address from other readers'));
  await complete();
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/');
  });
  const socialLinks = { website: '', github: '', linkedin: '', twitter: 'https://x.com/ada' };
  expect(sent).toEqual([
    {
      userId: 'u1',
      name: 'Ada Walker',
      bio: 'Hello',
      hideEmail: true,
      profileImage: avatars[0],
      socialLinks,
    },
  ]);
  expect(currentSession()).toEqual({ token: 't1', account: user });
});

it('leads back to the previous page', async () => {
  server.post('/auth/complete-onboarding', { success: true, message: '', user: sampleUser() });
  const router = renderSite({ pathname: '/onboarding', state: { from: '/recent' } });
  await userEvent.type(await screen.findByLabelText('Bio'), 'Hello');
  await complete();
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/recent');
  });
});

it('shows the error of the server below the button, else a default one', async () => {
  server.refuse('/auth/complete-onboarding', 403, 'not_owner', 'Not yours');
  renderSite('/onboarding');
  await userEvent.type(await screen.findByLabelText('Bio'), 'Hello');
  await complete();
  expect(await screen.findByText('Not yours')).toBeVisible();
  server.use(http.post('*/api/auth/complete-onboarding', () => HttpResponse.error()));
  await complete();
  const failed = await screen.findByText('Failed to complete onboarding. Please try again.');
  const button = screen.getByRole('button', { name: 'Complete Profile' });
  expect(button.compareDocumentPosition(failed)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it('offers to retry loading the avatars', async () => {
  server.use(http.get('*/api/avatars', () => HttpResponse.json({}, { status: 500 })));
  renderSite('/onboarding');
  const retry = await screen.findByRole('button', { name: 'Try again' });
  server.get('/avatars', { success: true, avatars });
  await userEvent.click(retry);
  expect(await screen.findByText('The Explorer')).toBeVisible();
});
