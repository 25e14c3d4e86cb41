import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';

import { apiServer } from '../../../test/api-server';
import { recordRequests } from '../../../test/recorded-requests';
import { renderSite } from '../../../test/render-site';
import { signInAs } from '../../../test/sample-admin';

const server = apiServer();
const TIME = '2026-03-04T05:06:07.000Z';
const SUBSCRIBERS = [
  { id: 's1', email: 'ada@example.org', how: 'weekly', createdAt: TIME, confirmedAt: TIME },
  { id: 's2', email: 'bo@example.org', how: 'each', createdAt: TIME, confirmedAt: null },
];
const SUPPRESSED = [{ email: 'cy@example.org', reason: '550 No such user', at: TIME }];

function serve(subscribers = SUBSCRIBERS) {
  server.get('/admin/newsletter', {
    success: true,
    subscribers,
    total: subscribers.length,
    page: 1,
    totalPages: subscribers.length === 0 ? 0 : 1,
    confirmed: 1,
    unconfirmed: 1,
    suppressed: SUPPRESSED,
  });
}

function open() {
  signInAs('editor');
  renderSite('/admin/newsletter');
}

const rowOf = async (email: string) =>
  within((await screen.findByText(email)).closest('tr') ?? document.body);

it('lists the subscribers with their state, and the addresses that get no mail', async () => {
  serve();
  open();
  expect((await rowOf('ada@example.org')).getByText('Confirmed')).toBeVisible();
  expect((await rowOf('ada@example.org')).getByText('Weekly')).toBeVisible();
  expect((await rowOf('bo@example.org')).getByText('Not confirmed')).toBeVisible();
  expect((await rowOf('cy@example.org')).getByText('550 No such user')).toBeVisible();
  expect(screen.getByText(/^1 confirmed, 1 not yet/u)).toBeVisible();
});

it('removes a subscriber after a question', async () => {
  serve();
  open();
  const { handler, requests } = recordRequests('delete', '/admin/subscribers/s2', {
    success: true,
    message: 'Removed',
  });
  server.use(handler);
  await userEvent.click(
    (await rowOf('bo@example.org')).getByRole('button', { name: 'Remove bo@example.org' }),
  );
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText('Remove bo@example.org?')).toBeVisible();
  serve(SUBSCRIBERS.slice(0, 1));
  await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
  await waitFor(() => {
    expect(screen.queryByText('bo@example.org')).not.toBeInTheDocument();
  });
  expect(requests).toHaveLength(1);
});

it('lifts a suppression', async () => {
  serve();
  open();
  const { handler, requests } = recordRequests('delete', '/admin/suppressed', {
    success: true,
    message: 'Lifted',
  });
  server.use(handler);
  await userEvent.click((await rowOf('cy@example.org')).getByRole('button', { name: /^Lift/u }));
  await waitFor(() => {
    expect(requests.map(({ url }) => url.searchParams.get('email'))).toEqual(['cy@example.org']);
  });
  expect(await screen.findByText('cy@example.org gets mail again')).toBeInTheDocument();
});

it('sends a test to the one who asks', async () => {
  serve();
  open();
  const test = await screen.findByRole('button', { name: 'Send me a test' });
  server.use(
    recordRequests('post', '/admin/newsletter/test', { success: true, message: 'It is on its way' })
      .handler,
  );
  await userEvent.click(test);
  expect(await screen.findByText('It is on its way')).toBeInTheDocument();
});

it('is closed to authors', async () => {
  signInAs('author');
  renderSite('/admin/newsletter');
  expect(await screen.findByText('You may not use this page')).toBeVisible();
});
