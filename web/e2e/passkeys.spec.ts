import type { CDPSession, Page } from '@playwright/test';

import { PASSWORD } from './accounts';
import { expectNoViolations } from './axe';
import { logIn, newAdmin, newReader, signIn, signInAsAdmin } from './people';
import { expect, test as base } from './site';
import { type Site, startSite } from './start-site';

let site: Site;
let address = '';
let mails: string | undefined;

const test = base.extend({
  baseURL: async ({}, run) => {
    await run(address);
  },
});

test.beforeAll(async () => {
  site = await startSite();
  address = await site.underName();
  mails = process.env['MAILS'];
  process.env['MAILS'] = site.mails;
});

test.afterAll(async () => {
  process.env['MAILS'] = mails;
  await site.stop();
});

/** Gives the page a device with passkeys, whose user is there and is verified. */
async function addAuthenticator(page: Page): Promise<{ client: CDPSession; id: string }> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { client, id: authenticatorId };
}

function dialog(page: Page) {
  return page.getByRole('dialog').or(page.getByRole('alertdialog'));
}

/** Adds a passkey on the page Security. */
async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(dialog(page).getByLabel('Name, such as the device')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('Please give the passkey a name')).toBeVisible();
  await page.keyboard.type(name);
  await dialog(page).getByLabel('Password', { exact: true }).fill('wrong password');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('Incorrect password')).toBeVisible();
  await expectNoViolations(page);
  await dialog(page).getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  const list = page.getByRole('list', { name: 'Recovery codes' });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByRole('list', { name: 'Passkeys' }).getByText(name)).toBeVisible();
}

test('a reader adds a passkey, logs in with it, renames and removes it', async ({ page }) => {
  test.slow();
  const { client, id } = await addAuthenticator(page);
  const { email } = await newReader(page.request);
  await signIn(page, email);
  await page.goto('/settings/security');
  await expect(page.getByText('You have no passkeys yet.')).toBeVisible();
  await addPasskey(page, 'Phone');
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Logout' }).first().click();

  await test.step('alone', async () => {
    await page.goto('/login');
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Logout' }).first()).toBeVisible();
    await page.getByRole('button', { name: 'Logout' }).first().click();
  });

  await test.step('after the password', async () => {
    await logIn(page, email);
    await expect(page.getByLabel('Recovery code')).toBeFocused();
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(page.getByRole('button', { name: 'Logout' }).first()).toBeVisible();
  });

  await test.step('another name', async () => {
    await page.goto('/settings/security');
    await page.getByRole('button', { name: 'Rename Phone' }).click();
    await dialog(page).getByLabel('Name, such as the device').fill('Laptop');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Remove Laptop' })).toBeVisible();
  });

  await test.step('a device whose user is not verified', async () => {
    await page.getByRole('button', { name: 'Logout' }).first().click();
    await client.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: false });
    await page.goto('/login');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page.getByText('No passkey was used. Please try again.')).toBeVisible();
    await client.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: true });
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page.getByRole('button', { name: 'Logout' }).first()).toBeVisible();
  });

  await test.step('its removal', async () => {
    await page.goto('/settings/security');
    await page.getByRole('button', { name: 'Remove Laptop' }).click();
    await dialog(page).getByLabel('Password', { exact: true }).fill(PASSWORD);
    await dialog(page).getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('You have no passkeys yet.')).toBeVisible();
    await page.getByRole('button', { name: 'Logout' }).first().click();
    await page.goto('/login');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page.getByText('This passkey is not known here')).toBeVisible();
  });
});

test('an administrator signs in with a passkey', async ({ page }) => {
  await addAuthenticator(page);
  await signInAsAdmin(page, await newAdmin(page.request, 'keyed'));
  await page.goto('/admin/security');
  await addPasskey(page, 'Security key');
  await page.getByRole('button', { name: 'Logout' }).first().click();
  await page.goto('/admin/login');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome back, Admin!' })).toBeVisible();
  // A key of the staff is none of a reader.
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText('This passkey is not known here')).toBeVisible();
});

test('a site at an IP address says why it has none', async ({ page }) => {
  await signInAsAdmin(page, await newAdmin(page.request, 'bare'));
  await page.route('**/api/passkeys', (route) =>
    route.fulfill({ json: { success: true, available: false, passkeys: [] } }),
  );
  await page.goto('/admin/security');
  await expect(page.getByText('Passkeys need a site with a name and HTTPS.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeHidden();
});
