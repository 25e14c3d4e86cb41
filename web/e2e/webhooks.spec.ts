/** Webhooks: from the form to a program that verifies the signature, and back to the list of deliveries. */
import { createHmac } from 'node:crypto';
import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Page } from '@playwright/test';

import { unique } from './accounts';
import { animationsFinished } from './animations';
import { violations } from './axe';
import { adminToken, newAdmin, signInAsAdmin } from './people';
import { expect, test } from './site';

type Call = { headers: IncomingMessage['headers']; body: string };

/** Starts a program on this machine that takes calls with a status, which can be changed. */
async function startReceiver() {
  const calls: Call[] = [];
  const receiver = { calls, status: 500, url: '', stop: () => Promise.resolve() };
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      calls.push({ headers: request.headers, body });
      response.writeHead(receiver.status).end();
    });
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  // A server on a TCP port has an `AddressInfo`, never the name of a pipe.
  const { port } = server.address() as AddressInfo;
  receiver.url = `http://127.0.0.1:${port}/${unique('hook')}`;
  receiver.stop = () =>
    new Promise((closed) => {
      server.close(() => {
        closed();
      });
    });
  return receiver;
}

async function expectNoViolations(page: Page): Promise<void> {
  await animationsFinished(page);
  expect(await violations(page, 'light')).toEqual([]);
}

test('tells a program of a post, and sends again what it did not take', async ({
  page,
  request,
}) => {
  test.slow();
  const receiver = await startReceiver();
  const lead = await newAdmin(request, 'lead');
  const title = unique('Told to a program');
  await signInAsAdmin(page, lead);
  await page.goto('/admin/webhooks');
  let key = '';

  await test.step('makes a webhook by the keyboard alone', async () => {
    const form = page.getByRole('form', { name: 'New webhook' });
    await form.getByLabel('Address').focus();
    await page.keyboard.type(receiver.url);
    await page.keyboard.press('Tab');
    await expect(form.getByRole('checkbox', { name: 'Post published' })).toBeFocused();
    await expect(form.getByRole('checkbox', { name: 'Post published' })).toBeChecked();
    await form.getByRole('button', { name: 'Make Webhook' }).press('Enter');
    const shown = page.getByRole('heading', { name: 'The key of the new webhook' });
    await expect(shown).toBeFocused();
    key = await page.getByText(/^whsec_[0-9a-f]{64}$/).innerText();
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'I have saved it' }).click();
    await expect(page.getByText(key)).toHaveCount(0);
  });

  await test.step('calls the program with a signature', async () => {
    const headers = { authorization: `Bearer ${await adminToken(request, lead)}` };
    const post = {
      title,
      content: '<p>Words.</p>',
      category: 'Other',
      status: 'published',
      featuredImage: `${process.env['SITE'] ?? ''}/icon-512.png`,
    };
    const created = await request.post('/api/blogs/create', { headers, data: post });
    expect(created.status()).toBe(201);
    await expect.poll(() => receiver.calls.length).toBe(1);
    const [call] = receiver.calls;
    const body = call?.body ?? '';
    expect(JSON.parse(body)).toMatchObject({ event: 'post.published', data: { blog: { title } } });
    const header = String(call?.headers['x-blog-signature']);
    const signed = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header);
    const [, time = '', signature] = signed ?? [];
    expect(signature).toBe(createHmac('sha256', key).update(`${time}.${body}`).digest('hex'));
  });

  const deliveries = page.getByRole('region', { name: 'Deliveries' });
  await test.step('shows that the program did not take it', async () => {
    await page.getByRole('link', { name: `Deliveries to ${receiver.url}` }).click();
    const row = deliveries.getByRole('row').filter({ hasText: 'Post published' });
    await expect(row).toContainText('Waiting');
    await expect(row).toContainText('500');
    await expectNoViolations(page);
  });

  await test.step('sends it again', async () => {
    receiver.status = 204;
    await deliveries.getByRole('button', { name: /^Send again: Post published/ }).click();
    await expect.poll(() => receiver.calls.length).toBe(2);
    const [first, second] = receiver.calls;
    expect(second?.headers['x-blog-event-id']).toBe(first?.headers['x-blog-event-id']);
    await expect(deliveries.getByText('Delivered, 204')).toBeVisible();
  });

  await test.step('switches the webhook off, and deletes it', async () => {
    await page.getByRole('button', { name: `Switch off ${receiver.url}` }).click();
    await expect(page.getByText('The webhook is off')).toBeVisible();
    await page.getByRole('button', { name: `Delete ${receiver.url}` }).click();
    await expectNoViolations(page);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('The webhook is deleted')).toBeVisible();
    await expect(page.getByText(receiver.url)).toHaveCount(0);
  });
  await receiver.stop();
});
