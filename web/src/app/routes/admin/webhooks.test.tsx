import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';

import type { Webhook, WebhookDelivery } from '../../../shared/api/types';
import { apiServer } from '../../../test/api-server';
import { recordRequests } from '../../../test/recorded-requests';
import { renderSite } from '../../../test/render-site';
import { signInAs } from '../../../test/sample-admin';
import { sampleDelivery, sampleWebhook } from '../../../test/sample-webhook';

const server = apiServer();
const KEY = `whsec_${'a'.repeat(64)}`;
const made = { success: true, message: 'Copy the key now', key: KEY, webhook: sampleWebhook() };

beforeEach(() => {
  signInAs('admin');
});

function serveWebhooks(webhooks: readonly Webhook[]) {
  const page = { total: webhooks.length, page: 1, totalPages: 1 };
  server.get('/admin/webhooks', { success: true, ...page, webhooks: [...webhooks] });
}

function serveDeliveries(deliveries: readonly WebhookDelivery[]) {
  const page = { total: deliveries.length, page: 1, totalPages: 1 };
  server.get('/admin/webhooks/w1/deliveries', {
    success: true,
    ...page,
    deliveries: [...deliveries],
  });
}

const form = async () => within(await screen.findByRole('form', { name: 'New webhook' }));

it('makes a webhook and shows its key once', async () => {
  serveWebhooks([]);
  const sent = server.post('/admin/webhooks', made, { status: 201 });
  renderSite('/admin/webhooks');
  expect(await screen.findByText('No webhooks')).toBeVisible();
  const fields = await form();
  await userEvent.type(fields.getByLabelText('Address'), ' https://example.org/hook ');
  await userEvent.click(fields.getByRole('checkbox', { name: 'Comment held' }));
  serveWebhooks([sampleWebhook()]);
  await userEvent.click(fields.getByRole('button', { name: 'Make Webhook' }));
  expect(await screen.findByRole('heading', { name: 'The key of the new webhook' })).toHaveFocus();
  expect(screen.getByText(KEY)).toBeVisible();
  expect(sent).toEqual([
    { url: 'https://example.org/hook', events: ['post.published', 'comment.held'] },
  ]);
  expect(await screen.findByText('Post published, Comment held')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'I have saved it' }));
  expect(screen.queryByText(KEY)).not.toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  expect((await form()).getByLabelText('Address')).toHaveValue('');
});

it('asks for an address and an event, and shows an error of the server on the field', async () => {
  serveWebhooks([]);
  const message = 'The address is not on the public internet';
  const sent = server.refuse('/admin/webhooks', 400, 'validation_failed', message, {
    errors: { url: message },
  });
  renderSite('/admin/webhooks');
  const fields = await form();
  await userEvent.click(fields.getByRole('checkbox', { name: 'Post published' }));
  await userEvent.click(fields.getByRole('button', { name: 'Make Webhook' }));
  expect(await fields.findByText('Choose at least one event')).toBeVisible();
  expect(fields.getByText('Please enter the address to call')).toBeVisible();
  expect(sent).toEqual([]);
  await userEvent.type(fields.getByLabelText('Address'), 'https://10.0.0.1/');
  await userEvent.click(fields.getByRole('checkbox', { name: 'Reader joined' }));
  await userEvent.click(fields.getByRole('button', { name: 'Make Webhook' }));
  await waitFor(() => {
    expect(fields.getByLabelText('Address')).toHaveAccessibleDescription(message);
  });
  expect(fields.getByLabelText('Address')).toHaveFocus();
});

it('switches a webhook on that was switched off after failures', async () => {
  serveWebhooks([sampleWebhook({ isOn: false, offAt: '2026-03-04T05:06:07.000Z', failures: 50 })]);
  renderSite('/admin/webhooks');
  expect(await screen.findByText('Off')).toBeVisible();
  const body = { success: true, message: 'Saved', webhook: sampleWebhook() };
  const patch = recordRequests('patch', '/admin/webhooks/w1', body);
  server.use(patch.handler);
  serveWebhooks([sampleWebhook()]);
  await userEvent.click(screen.getByRole('button', { name: 'Switch on https://example.org/hook' }));
  expect(await screen.findByText('The webhook is on')).toBeInTheDocument();
  expect(patch.requests.map(({ body: sent }) => sent)).toEqual([{ isOn: true }]);
  expect(
    await screen.findByRole('button', { name: 'Switch off https://example.org/hook' }),
  ).toBeVisible();
});

it('deletes a webhook after a question', async () => {
  serveWebhooks([sampleWebhook()]);
  renderSite('/admin/webhooks');
  await userEvent.click(
    await screen.findByRole('button', { name: 'Delete https://example.org/hook' }),
  );
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete the webhook?' }));
  const gone = { success: true, message: 'The webhook is deleted' };
  const removal = recordRequests('delete', '/admin/webhooks/w1', gone);
  server.use(removal.handler);
  serveWebhooks([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('The webhook is deleted')).toBeInTheDocument();
  expect(await screen.findByText('No webhooks')).toBeVisible();
  expect(removal.requests).toHaveLength(1);
});

it('shows the deliveries of a webhook, and sends one again', async () => {
  serveWebhooks([sampleWebhook()]);
  serveDeliveries([
    sampleDelivery({
      state: 'failed',
      status: 503,
      tries: 10,
      error: 'the response is 503 Service Unavailable',
    }),
    sampleDelivery({ _id: 'd2', id: 'd2', eventId: 'e2' }),
  ]);
  renderSite('/admin/webhooks');
  await userEvent.click(
    await screen.findByRole('link', { name: 'Deliveries to https://example.org/hook' }),
  );
  const section = within(await screen.findByRole('region', { name: 'Deliveries' }));
  expect(section.getByRole('heading', { name: 'Deliveries' })).toHaveFocus();
  expect(await section.findByText('the response is 503 Service Unavailable')).toBeVisible();
  expect(section.getByText('Delivered, 200')).toBeVisible();
  expect(section.getByText(/^To https:\/\/example.org\/hook\./u)).toBeVisible();
  const again = { success: true, message: 'The event is sent again', delivery: sampleDelivery() };
  const post = recordRequests('post', '/admin/webhook-deliveries/d1/send-again', again);
  server.use(post.handler);
  await userEvent.click(section.getByRole('button', { name: 'Send again: Post published, e1' }));
  expect(await screen.findByText('The event is sent again')).toBeInTheDocument();
  expect(post.requests).toHaveLength(1);
  await userEvent.click(section.getByRole('link', { name: 'Close' }));
  await waitFor(() => {
    expect(screen.queryByRole('region', { name: 'Deliveries' })).not.toBeInTheDocument();
  });
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});

it('offers to try again when the webhooks cannot be fetched', async () => {
  server.use(recordRequests('get', '/admin/webhooks', {}, 500).handler);
  renderSite('/admin/webhooks');
  expect(await screen.findByText('Failed to fetch the webhooks')).toBeVisible();
  serveWebhooks([sampleWebhook()]);
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('https://example.org/hook')).toBeVisible();
});

it('is for administrators alone', async () => {
  signInAs('editor');
  renderSite('/admin/webhooks');
  expect(await screen.findByText(/^As an editor you have no access/)).toBeVisible();
});
