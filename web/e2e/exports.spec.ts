/** Readers and administrators take along what is theirs. */
import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';

import { PASSWORD } from './accounts';
import { expectNoViolations } from './axe';
import { expectNoSidewaysScroll } from './fitting';
import { newAdmin, newReader, signIn, signInAsAdmin } from './people';
import { expect, test } from './site';

const WIDTHS = [360, 768, 1440];

async function expectNothingWider(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
  }
}

/** Opens the dialog by keyboard, gives a wrong password and then the right one, and returns the archive. */
async function download(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  await page.getByRole('button', { name: button }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password').fill('wrong horse');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Incorrect password')).toBeVisible();
  await expectNoViolations(page);
  await dialog.getByLabel('Password').fill(PASSWORD);
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  await expect(page.getByText('The download is ready')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: button })).toBeFocused();
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test('a reader exports what is kept about them, once an hour', async ({ page, request }) => {
  const { email } = await newReader(request);
  await signIn(page, email);
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'Export data' })).toBeVisible();
  await expectNothingWider(page);
  const { name, bytes } = await download(page, 'Export data');
  expect(name).toBe('my-data.zip');
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
  // The names of files are not packed.
  expect(bytes.includes('comments.json')).toBe(true);
  await page.getByRole('button', { name: 'Export data' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Download' }).click();
  await expect(dialog.getByText('Your data can be exported once an hour')).toBeVisible();
});

test('an administrator exports the site', async ({ page, request }) => {
  await signInAsAdmin(page, await newAdmin(request, 'leaving'));
  await page.goto('/admin/site');
  await expect(page.getByRole('heading', { name: 'Export', exact: true })).toBeVisible();
  await expectNothingWider(page);
  const { name, bytes } = await download(page, 'Export the site');
  expect(name).toBe('site.zip');
  expect(bytes.includes('manifest.json')).toBe(true);
  expect(bytes.includes('store-passwords-properly/index.html')).toBe(true);
});
