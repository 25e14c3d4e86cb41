/** The first start in the browser: from the address that the program prints into the panel. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

import { type Page, expect, test } from '@playwright/test';

import { PASSWORD } from './accounts';
import { animationsFinished } from './animations';
import { expectNoViolations } from './axe';
import { expectNoSidewaysScroll } from './fitting';
import { startMailServer } from './mail-server';

const NARROW = { width: 320, height: 640 };
const DESKTOP = { width: 1280, height: 900 };

/** Starts the program on a data folder, and returns the address of the setup. */
async function start(data: string): Promise<{ site: ChildProcess; address: string }> {
  const program = resolve(process.env['BLOG_APP_BIN'] ?? '../target/debug/blog-app');
  const site = spawn(program, ['serve', '--data-dir', data, '--listen', '127.0.0.1:0'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  for await (const line of createInterface({ input: site.stdout })) {
    const address = /http:\/\/\S+\/setup#[\da-f]{64}/u.exec(line)?.[0];
    if (address !== undefined) {
      site.stdout.resume();
      return { site, address };
    }
  }
  throw new Error('the site exited before it printed the address of the setup');
}

async function looksRight(page: Page): Promise<void> {
  await animationsFinished(page);
  await expectNoViolations(page);
  await page.setViewportSize(NARROW);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize(DESKTOP);
}

test('sets a site up in three steps, once', async ({ page }) => {
  test.setTimeout(180_000);
  const data = mkdtempSync(join(tmpdir(), 'blog-e2e-setup-'));
  const mail = await startMailServer();
  const { site, address } = await start(data);
  const wrong = address.replace(/#.*/u, `#${'0'.repeat(64)}`);
  try {
    await test.step('says what to do without a valid address', async () => {
      await page.goto(wrong);
      await expect(page.getByRole('alert')).toContainText('Start the server again');
      await expectNoViolations(page);
    });

    await test.step('asks for the administrator, and names what is missing', async () => {
      await page.goto('about:blank');
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 2 })).toContainText('Step 1 of 3');
      await expect(page).not.toHaveURL(/#/u);
      await page.getByRole('button', { name: 'Next' }).click();
      await expect(page.getByLabel('Username')).toBeFocused();
      await page.getByLabel('Username').fill('ada');
      await page.getByLabel('Email').fill('ada@example.org');
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await looksRight(page);
      await page.keyboard.press('Enter');
    });

    await test.step('asks for the site, and keeps what was entered', async () => {
      await expect(page.getByRole('heading', { level: 2 })).toBeFocused();
      await page.getByLabel('Name of the site').fill('Bits and Bytes');
      await page.getByLabel('Accent').fill('#ffb000');
      await expect(page.getByText('Shown as chosen')).toBeVisible();
      await looksRight(page);
      await page.getByRole('button', { name: 'Back' }).click();
      await expect(page.getByLabel('Username')).toHaveValue('ada');
      await page.getByRole('button', { name: 'Next' }).click();
      await expect(page.getByLabel('Name of the site')).toHaveValue('Bits and Bytes');
      await page.getByRole('button', { name: 'Next' }).click();
    });

    await test.step('sends a test mail before anything is saved', async () => {
      await page.getByLabel('Set the mail server now').check();
      await page.getByLabel('Mail server', { exact: true }).fill('127.0.0.1');
      await page.getByLabel('Port').fill('1');
      await page.getByLabel('Encryption').selectOption('none');
      await page.getByLabel('Sender').fill('Bits <blog@example.org>');
      await page.getByRole('button', { name: 'Send a test mail to me' }).click();
      await expect(page.getByText('the mail server did not take it')).toBeVisible();
      await page.getByLabel('Port').fill(String(mail.port));
      await page.getByRole('button', { name: 'Send a test mail to me' }).click();
      await expect(page.getByText(/^The mail to .* was sent/u)).toBeVisible();
      expect(readdirSync(mail.folder).filter((name) => name.includes('ada@'))).toHaveLength(1);
      await looksRight(page);
    });

    await test.step('goes into the panel, with sample posts', async () => {
      await page.getByLabel('Begin with sample posts').check();
      await page.getByRole('button', { name: 'Set up the site' }).click();
      await page.getByRole('link', { name: 'Go to the dashboard' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page).toHaveTitle(/Bits and Bytes$/u);
      await page.goto(new URL('/', address).href);
      await expect(page.getByRole('article').first()).toBeVisible();
    });

    await test.step('the mail server can be changed in the panel', async () => {
      await page.goto(new URL('/admin/site', address).href);
      const form = page.getByRole('form', { name: 'Mail' });
      await expect(form.getByLabel('Port')).toHaveValue(String(mail.port));
      await form.getByLabel('Sender').fill('Bytes <blog@example.org>');
      await form.getByRole('button', { name: 'Save the mail server' }).click();
      await expect(page.getByText('Mail settings saved')).toBeVisible();
      await form.getByRole('button', { name: 'Send a test mail to me' }).click();
      await expect(form.getByText(/^The mail to .* was sent/u)).toBeVisible();
    });

    await test.step('the address is dead', async () => {
      await page.goto('about:blank');
      await page.goto(address);
      await expect(page.getByRole('alert')).toContainText('set up already');
    });
  } finally {
    const ended = new Promise((exit) => site.once('exit', exit));
    site.kill('SIGTERM');
    await ended;
    await mail.stop();
    rmSync(data, { recursive: true, force: true });
  }
});
