import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';

import { currentSession, startSession } from '../../../shared/session/session';
import { apiServer } from '../../../test/api-server';
import { renderSite } from '../../../test/render-site';
import { sampleUser } from '../../../test/sample-user';

const server = apiServer();
const PATH = '/auth/undo-email-change';
const TOKEN = 'a'.repeat(64);

it('undoes the change only on a click, and removes the token from the address', async () => {
  startSession('t1', sampleUser());
  const message = 'Your old email holds again';
  const sent = server.post(PATH, { success: true, message, isAdmin: false });
  const router = renderSite(`/undo-email-change#${TOKEN}`);
  const undo = await screen.findByRole('button', { name: 'Undo the change' });
  await waitFor(() => {
    expect(router.state.location.hash).toBe('');
  });
  expect(sent).toEqual([]);
  await userEvent.click(undo);
  expect(await screen.findByText(message)).toBeVisible();
  expect(sent).toEqual([{ token: TOKEN }]);
  expect(currentSession()).toBeNull();
  expect(screen.getByRole('link', { name: 'Choose a new password' })).toHaveAttribute(
    'href',
    '/forgot-password',
  );
});

it('links administrators to their login', async () => {
  server.post(PATH, { success: true, message: 'Done', isAdmin: true });
  renderSite(`/undo-email-change#${TOKEN}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Undo the change' }));
  expect(await screen.findByRole('link', { name: 'Sign in' })).toHaveAttribute(
    'href',
    '/admin/login',
  );
});

it('shows why a link is invalid', async () => {
  server.refuse(PATH, 400, 'invalid_link', 'This link is not good', {
    errors: { token: 'This link is not good' },
  });
  renderSite(`/undo-email-change#${TOKEN}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Undo the change' }));
  expect(await screen.findByText('This link is not good')).toBeVisible();
});

it('shows instructions without a token', async () => {
  renderSite('/undo-email-change');
  expect(await screen.findByText(/Open the link in the mail/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Undo the change' })).not.toBeInTheDocument();
});
