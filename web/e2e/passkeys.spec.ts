import type { CDPSession, Page } from '@playwright/test';

import { PASSWORD } from './accounts';
import { expectNoViolations } from './axe';
import { logIn, logOut, newAdmin, newReader, signIn, signInAsAdmin } from './people';
import { expect, test } from './site';

test.use({ underName: true });

/** A device with passkeys. */
type Authenticator = { client: CDPSession; id: string };

/** Gives the page a device with passkeys, whose user is there and is verified. */
async function addAuthenticator(page: Page): Promise<Authenticator> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  return { client, id: await plugIn(client) };
}

async function plugIn(client: CDPSession): Promise<string> {
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
  return authenticatorId;
}

/** Puts another device in the place of one that signs before the next passkey is made. */
async function swapBeforeCreation(page: Page, { client, id }: Authenticator): Promise<void> {
  await page.route(
    '**/api/passkeys/options',
    async (route) => {
      await client.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: id });
      await plugIn(client);
      await route.continue();
    },
    { times: 1 },
  );
}

function dialog(page: Page) {
  return page.getByRole('dialog').or(page.getByRole('alertdialog'));
}

/** Adds the first passkey on the page Security. Returns the recovery codes. */
async function addPasskey(page: Page, name: string): Promise<string[]> {
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
  await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeFocused();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const texts = await codes.allTextContents();
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByRole('list', { name: 'Passkeys' }).getByText(name)).toBeVisible();
  return texts;
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
  await logOut(page);

  await test.step('alone', async () => {
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Logout' }).first()).toBeVisible();
    await logOut(page);
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
    await logOut(page);
    await client.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: false });
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
    // Without a code the passkey itself confirms it.
    await expect(dialog(page).getByText(/^From then on your password alone/)).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('You have no passkeys yet.')).toBeVisible();
    await logOut(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page.getByText('This passkey is not known here')).toBeVisible();
  });
});

test('a factor that there is confirms each change of the factors', async ({ page }) => {
  test.slow();
  const authenticator = await addAuthenticator(page);
  const { email } = await newReader(page.request);
  await signIn(page, email);
  await page.goto('/settings/security');
  const [recoveryCode = ''] = await addPasskey(page, 'Phone');
  const passkeys = page.getByRole('list', { name: 'Passkeys' });
  const password = dialog(page).getByLabel('Password', { exact: true });
  const code = dialog(page).getByLabel('Recovery code');

  await test.step('another passkey, by the first', async () => {
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await dialog(page).getByLabel('Name, such as the device').fill('Key');
    await password.fill(PASSWORD);
    await expect(code).toHaveAccessibleDescription('Leave it empty to use a passkey');
    await code.fill('aaaa-aaaa-aaaa');
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByText('This code is not right')).toBeVisible();
    await expect(code).toBeFocused();
    await expectNoViolations(page);
    await code.clear();
    // The device that has the first passkey makes no second one for the account.
    await swapBeforeCreation(page, authenticator);
    await page.keyboard.press('Enter');
    await expect(passkeys.getByRole('listitem')).toHaveCount(2);
    await expect(passkeys.getByText('Key')).toBeVisible();
  });

  await test.step('the removal of one, by a recovery code', async () => {
    await page.getByRole('button', { name: 'Remove Phone' }).click();
    await password.fill(PASSWORD);
    await code.fill(recoveryCode);
    await expectNoViolations(page);
    await dialog(page).getByRole('button', { name: 'Remove' }).click();
    await expect(passkeys.getByRole('listitem')).toHaveCount(1);
    await expect(page.getByText(/9 recovery codes left/)).toBeVisible();
  });

  await test.step('an authenticator app, by the other passkey', async () => {
    await page.getByRole('button', { name: 'Set up' }).click();
    await password.fill(PASSWORD);
    await code.fill(recoveryCode);
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByText('This code is not right')).toBeVisible();
    await code.clear();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible();
  });
});

test('an administrator signs in with a passkey', async ({ page }) => {
  await addAuthenticator(page);
  await signInAsAdmin(page, await newAdmin(page.request, 'keyed'));
  await page.goto('/admin/security');
  await addPasskey(page, 'Security key');
  await logOut(page, '/admin/login');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome back, Admin!' })).toBeVisible();
  // A key of the staff is none of a reader.
  await logOut(page, '/admin/login');
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
