import type { Page } from '@playwright/test';

import { PASSWORD, uniqueEmail } from './accounts';
import { codeOf } from './authenticator';
import { expectNoViolations } from './axe';
import { codeMailedTo, mailsTo } from './mail-server';
import { CLIENT, type OpenIdProvider, startOpenIdProvider } from './openid-provider';
import { logOut, newReader, signIn } from './people';
import { expect, test } from './site';

let provider: OpenIdProvider;

test.beforeAll(async ({ site }) => {
  provider = await startOpenIdProvider([`${site.address}/api/auth/company/callback`]);
  await site.configure({
    BLOG_APP_LOGIN__COMPANY__KIND: 'oidc',
    BLOG_APP_LOGIN__COMPANY__LABEL: 'Example Inc.',
    BLOG_APP_LOGIN__COMPANY__ISSUER: provider.issuer,
    BLOG_APP_LOGIN__COMPANY__CLIENT_ID: CLIENT.client_id,
    BLOG_APP_LOGIN__COMPANY__CLIENT_SECRET: CLIENT.client_secret,
  });
});

test.afterAll(async () => {
  await provider.stop();
});

/** Goes from the login page to the provider, where nobody is signed in yet. */
async function leave(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Continue with Example Inc.' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in at the provider' })).toBeVisible();
}

/** Signs in at the provider, which then leads back. */
async function comeAs(page: Page, email: string): Promise<void> {
  await leave(page);
  await page.getByLabel('Address').fill(email);
  await page.getByRole('button', { name: 'Go on' }).click();
}

async function expectLoggedIn(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Logout' }).first()).toBeVisible();
}

/** Waits for the code that shows whose an account is. */
async function linkCodeMailedTo(email: string): Promise<string> {
  let text = '';
  await expect
    .poll(async () => {
      const texts = (await mailsTo(email)).map((mail) => mail.text ?? '');
      text = texts.find((sent) => sent.startsWith('Confirm that it is you')) ?? '';
      return text;
    })
    .not.toBe('');
  return /^\s*(\d{6})\s*$/m.exec(text)?.[1] ?? '';
}

test('somebody new comes by a provider, and comes again', async ({ page }) => {
  const email = uniqueEmail('provided');
  await page.goto('/bookmarks');
  await expect(page).toHaveURL(/\/login$/);
  await expectNoViolations(page);
  await comeAs(page, email);
  await expect(page.getByRole('heading', { name: 'Complete Your Profile' })).toBeVisible();
  expect(page.url()).not.toContain('#');
  await expect(page.getByLabel('Full Name')).toHaveValue('Grace Hopper');
  await page.getByLabel('Bio').fill('Compiles.');
  await page.getByRole('button', { name: 'Complete Profile' }).click();
  await expect(page).toHaveURL(/\/bookmarks$/);
  await expectLoggedIn(page);

  await test.step('the provider alone logs in', async () => {
    await logOut(page);
    await page.getByRole('link', { name: 'Continue with Example Inc.' }).click();
    await expectLoggedIn(page);
    await expect(page).toHaveURL(/\/$/);
  });

  await test.step('a forgotten password is how the account gets one', async () => {
    await page.goto('/settings/security');
    await expect(page.getByText('Your account has no password yet')).toBeVisible();
    await expect(page.getByText(`${email}, linked`)).toBeVisible();
    await expectNoViolations(page);
    await logOut(page);
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    const send = page.getByRole('button', { name: 'Send reset code' });
    // The previous page has a field of the same name.
    await expect(send).toBeVisible();
    await page.getByLabel('Email').fill(email);
    await send.click();
    const code = await codeMailedTo(email);
    await page.getByLabel('Digit 1 of 6').click();
    await page.keyboard.type(code);
    await page.getByLabel('New Password').fill(PASSWORD);
    await page.getByLabel('Confirm Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await expect(page).toHaveURL(/\/login$/);
  });
});

test('a reader links their account once, and removes the link', async ({ page }) => {
  const { email } = await newReader(page.request);
  const mails = (await mailsTo(email)).length;
  await page.goto('/login');
  await comeAs(page, email);
  await expect(page.getByText(`There is an account with ${email} already`)).toBeVisible();
  await expectNoViolations(page);
  const password = page.getByLabel('Password', { exact: true });
  await expect(password).toBeFocused();
  await password.fill('wrong password');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Incorrect password')).toBeVisible();
  await password.fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expectLoggedIn(page);
  await expect.poll(async () => (await mailsTo(email)).length).toBeGreaterThan(mails);
  await logOut(page);
  await page.getByRole('link', { name: 'Continue with Example Inc.' }).click();
  await expectLoggedIn(page);

  await page.goto('/settings/security');
  await page.getByRole('button', { name: 'Remove Example Inc.' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await expectNoViolations(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText('None yet. To link one')).toBeVisible();
  await logOut(page);
  await page.getByRole('link', { name: 'Continue with Example Inc.' }).click();
  await expect(page.getByText(`There is an account with ${email} already`)).toBeVisible();
});

test('a mailed code and the second factor link an account', async ({ page }) => {
  test.slow();
  const { email } = await newReader(page.request);
  await signIn(page, email);
  await page.goto('/settings/security');
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  const secret = (await page.locator('.security-secret').textContent()) ?? '';
  await page.getByLabel('Code that the app shows').fill(codeOf(secret));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await logOut(page);

  await comeAs(page, email);
  await page.getByRole('button', { name: 'Mail me a code instead' }).click();
  await expect(page.getByLabel('Digit 1 of 6')).toBeFocused();
  await page.keyboard.type(await linkCodeMailedTo(email));
  const field = page.getByLabel('Code of your authenticator app');
  await expect(field).toBeFocused();
  // That of the present step was used for the setting up.
  await field.fill(codeOf(secret, 1));
  await page.keyboard.press('Enter');
  await expectLoggedIn(page);
  await page.goto('/settings/security');
  await expect(page.getByText(`${email}, linked`)).toBeVisible();
});

test('whoever cancels at the provider is told, and finds the login', async ({ page }) => {
  await page.goto('/login');
  await leave(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toContainText('you cancelled it');
  await expect(page).toHaveURL(/\/login$/);
  await expectNoViolations(page);
  await expect(page.getByLabel('Email')).toBeVisible();
});

test('the address of a sign-in is worth nothing in another browser', async ({ page, browser }) => {
  // The request in which the first browser uses the code never leaves it.
  await page.route('**/api/auth/finish', () => undefined);
  const codes: string[] = [];
  page.on('response', (response) => {
    const place = response.headers()['location'] ?? '';
    codes.push(...place.split('/login#').slice(1));
  });
  await page.goto('/login');
  await comeAs(page, uniqueEmail('lured'));
  await expect.poll(() => codes).toHaveLength(1);
  const other = await browser.newPage();
  await other.goto(`/login#${codes[0] ?? ''}`);
  await expect(other.getByRole('alert')).toContainText('began in another browser');
  await other.getByRole('button', { name: 'Back to the login' }).click();
  await expect(other.getByLabel('Email')).toBeVisible();
  await other.close();
});
