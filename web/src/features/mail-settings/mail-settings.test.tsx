import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';

import { permissionsOf } from '../../shared/session/permissions';
import { startSession } from '../../shared/session/session';
import { apiServer } from '../../test/api-server';
import { recordRequests } from '../../test/recorded-requests';
import { renderPage } from '../../test/render-page';
import { SAMPLE_PREFERENCES } from '../../test/sample-preferences';
import { sampleUser } from '../../test/sample-user';
import { READER_MAILS, staffMails } from './kinds';
import { MailSettings } from './mail-settings';

const server = apiServer();

beforeEach(() => {
  startSession('t1', sampleUser());
});

function open(suppressed = false) {
  server.get('/users/u1/preferences', {
    success: true,
    preferences: SAMPLE_PREFERENCES,
    suppressed,
  });
  renderPage(<MailSettings account={{ kind: 'reader', id: 'u1' }} mails={READER_MAILS} />);
}

const posts = async () => within(await screen.findByRole('group', { name: 'New posts' }));

it('saves a choice at once', async () => {
  const { handler, requests } = recordRequests('put', '/users/u1/preferences', {
    success: true,
    preferences: { ...SAMPLE_PREFERENCES, post: 'daily' },
    suppressed: false,
  });
  open();
  server.use(handler);
  expect((await posts()).getByRole('radio', { name: 'Weekly' })).toBeChecked();
  await userEvent.click((await posts()).getByRole('radio', { name: 'Daily' }));
  expect(await screen.findByText('Saved: New posts, Daily')).toBeVisible();
  expect(requests.map(({ body }) => body)).toEqual([{ preferences: { post: 'daily' } }]);
  expect((await posts()).getByRole('radio', { name: 'Daily' })).toBeChecked();
  expect(screen.queryByText(/refused our mail/u)).not.toBeInTheDocument();
});

it('goes back to the stored choice after a failure', async () => {
  const { handler } = recordRequests('put', '/users/u1/preferences', { success: false }, 500);
  open();
  server.use(handler);
  await userEvent.click((await posts()).getByRole('radio', { name: 'Off' }));
  expect(await screen.findByText('Failed to save your mail settings')).toBeInTheDocument();
  await waitFor(async () => {
    expect((await posts()).getByRole('radio', { name: 'Weekly' })).toBeChecked();
  });
});

it('says that an address gets no mail', async () => {
  open(true);
  expect(await screen.findByText(/refused our mail for good/u)).toBeVisible();
});

it('offers the mails of a role', () => {
  const kinds = (role: 'author' | 'editor') =>
    staffMails(permissionsOf(role)).map(({ kind }) => kind);
  expect(kinds('author')).toEqual(['comment', 'reply', 'mention', 'review']);
  expect(kinds('editor')).toEqual(['comment', 'reply', 'mention', 'review', 'moderation']);
});
