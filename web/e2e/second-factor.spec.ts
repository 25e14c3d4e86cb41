import type { Locator, Page } from '@playwright/test';

import { PASSWORD } from './accounts';
import { codeOf } from './authenticator';
import { expectNoViolations } from './axe';
import {
  logIn,
  logOut,
  newAdmin,
  newReader,
  openOwnProfile,
  signIn,
  signInAsAdmin,
} from './people';
import { expect, test } from './site';

const APP_CODE = 'Code of your authenticator app';

function dialog(page: Page): Locator {
  return page.getByRole('dialog').or(page.getByRole('alertdialog'));
}

/** Sets a second factor up on the page Security. Returns the typed secret and the recovery codes. */
async function enrol(page: Page): Promise<{ secret: string; recoveryCodes: string[] }> {
  await page.getByRole('button', { name: 'Set up' }).click();
  await dialog(page).getByLabel('Password', { exact: true }).fill('wrong password');
  await dialog(page).getByRole('button', { name: 'Continue' }).click();
  await expect(dialog(page).getByText('Incorrect password')).toBeVisible();
  await dialog(page).getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  const picture = page.getByRole('img', { name: /^QR code/ });
  await expect(picture).toBeVisible();
  // The policy for content lets it in, and it is a picture.
  await expect
    .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
  await expectNoViolations(page);
  const secret = (await page.locator('.security-secret').textContent()) ?? '';
  const field = page.getByLabel('Code that the app shows');
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await field.fill(codeOf(secret) === '000000' ? '111111' : '000000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This code is not right')).toBeVisible();
  await field.fill(codeOf(secret));
  await page.keyboard.press('Enter');
  const list = page.getByRole('list', { name: 'Recovery codes' });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  await expectNoViolations(page);
  const recoveryCodes = await list.getByRole('listitem').allTextContents();
  await expect(page.getByRole('link', { name: 'Download' })).toHaveAttribute('href', /^data:text/);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page.getByText(/^On since .* 10 recovery codes left/)).toBeVisible();
  return { secret, recoveryCodes };
}

test('a reader logs in with a code of the app, and with a recovery code', async ({ page }) => {
  test.slow();
  const { email } = await newReader(page.request);
  await signIn(page, email);
  await openOwnProfile(page);
  await page.getByRole('link', { name: 'Security' }).click();
  await expect(page).toHaveURL(/\/settings\/security$/);
  await expect(page.getByText('Off. Your password alone')).toBeVisible();
  await expectNoViolations(page);
  const { secret, recoveryCodes } = await enrol(page);
  await logOut(page);

  await test.step('a code of the app', async () => {
    await logIn(page, email);
    const field = page.getByLabel(APP_CODE);
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
    await expectNoViolations(page);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Please enter the six digits')).toBeVisible();
    // That of the present step was used for the setting up.
    await field.fill(codeOf(secret, 1));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Logout' }).first()).toBeVisible();
  });

  await test.step('a recovery code, by keyboard alone', async () => {
    await logOut(page);
    await logIn(page, email);
    await expect(page.getByLabel(APP_CODE)).toBeFocused();
    await page.getByRole('button', { name: 'Use a recovery code' }).press('Enter');
    const field = page.getByLabel('Recovery code');
    await expect(field).toBeFocused();
    await field.fill('aaaa-aaaa-aaaa');
    await page.keyboard.press('Enter');
    await expect(page.getByText('This code is not right')).toBeVisible();
    await field.fill((recoveryCodes[0] ?? '').toUpperCase());
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Logout' }).first()).toBeVisible();
    await page.goto('/settings/security');
    await expect(page.getByText(/9 recovery codes left/)).toBeVisible();
  });

  await test.step('a recovery code turns it off', async () => {
    await page.getByRole('button', { name: 'Turn off' }).click();
    await dialog(page).getByLabel('Password', { exact: true }).fill(PASSWORD);
    await dialog(page)
      .getByLabel(/recovery code$/)
      .fill(recoveryCodes[1] ?? '');
    await dialog(page).getByRole('button', { name: 'Turn off' }).click();
    await expect(page.getByText('Off. Your password alone')).toBeVisible();
  });
});

test('a login that took too long begins again with the password', async ({ page }) => {
  const { email } = await newReader(page.request);
  await signIn(page, email);
  await page.goto('/settings/security');
  const { secret } = await enrol(page);
  await logOut(page);
  await logIn(page, email);
  await page.route('**/api/auth/login/second', (route) =>
    route.fulfill({
      status: 400,
      json: { success: false, code: 'invalid_ticket', message: 'This sign-in took too long.' },
    }),
  );
  await page.getByLabel(APP_CODE).fill(codeOf(secret, 1));
  await page.keyboard.press('Enter');
  await expect(page.getByText('This sign-in took too long.')).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
});

test('an administrator sets one up in the panel, and logs in with it', async ({ page }) => {
  test.slow();
  const email = await newAdmin(page.request, 'guarded');
  await signInAsAdmin(page, email);
  await page.goto('/admin/settings');
  await page.getByRole('link', { name: 'Security' }).click();
  await expect(page).toHaveURL(/\/admin\/security$/);
  const { secret } = await enrol(page);
  await logOut(page, '/admin/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByLabel(APP_CODE)).toBeFocused();
  await page.getByLabel(APP_CODE).fill(codeOf(secret, 1));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Welcome back, Admin!' })).toBeVisible();
});

test('where the site demands one, the panel leads to its setting up', async ({ page }) => {
  const email = await newAdmin(page.request, 'demanded');
  await signInAsAdmin(page, email);
  const refusal = {
    status: 403,
    json: { success: false, code: 'second_factor_required', message: 'Please set one up first.' },
  };
  await page.route('**/api/blogs/**', (route) => route.fulfill(refusal));
  await page.route('**/api/second-factor', (route) =>
    route.fulfill({
      json: { success: true, enabled: false, since: null, recoveryCodesLeft: 0, required: true },
    }),
  );
  await page.goto('/admin/dashboard');
  await expect(page).toHaveURL(/\/admin\/security$/);
  await expect(page.getByText('This site asks its team for a second factor')).toBeVisible();
});
