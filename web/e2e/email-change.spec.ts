import type { Page } from '@playwright/test';

import { PASSWORD, uniqueEmail } from './accounts';
import { codeMailedTo, mailsTo } from './mail-server';
import { logIn, logInAs, newReader, openOwnProfile } from './people';
import { expect, test } from './site';

/** Waits for the email with the link that undoes a change, and returns the path of the link. */
async function undoLinkMailedTo(address: string): Promise<string> {
  const links = async () => {
    const texts = (await mailsTo(address)).map((mail) => mail.text ?? '');
    return texts.flatMap((text) => /\/undo-email-change#[0-9a-f]{64}/.exec(text)?.[0] ?? []);
  };
  await expect.poll(async () => (await links()).length).toBe(1);
  return (await links())[0] ?? '';
}

async function changeEmail(page: Page, email: string): Promise<void> {
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const form = page.getByRole('region', { name: 'Edit Profile' });
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Current password', { exact: true }).fill('Wrong-horse-1');
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(form.getByText('Incorrect password')).toBeVisible();
  await form.getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page).toHaveURL(/\/verify-email$/);
  await page.getByLabel('Digit 1 of 6').focus();
  await page.keyboard.type(await codeMailedTo(email));
  await expect(page).toHaveURL(/\/profile$/);
}

test('restores the old email by the link sent to it and ends all sessions', async ({
  page,
  browser,
  request,
}) => {
  test.slow();
  const oldEmail = uniqueEmail('undo');
  const newEmail = uniqueEmail('undo-new');
  await newReader(request, oldEmail);
  const owner = await browser.newContext();
  const elsewhere = await owner.newPage();
  await logInAs(elsewhere, oldEmail);

  await logInAs(page, oldEmail);
  await changeEmail(page, newEmail);
  await expect(page.getByText(newEmail).first()).toBeVisible();

  // The session on the other device ends at its next request.
  await elsewhere.goto('/profile');
  await expect(elsewhere).toHaveURL(/\/login$/);

  await elsewhere.goto(await undoLinkMailedTo(oldEmail));
  await expect(elsewhere).toHaveURL(/\/undo-email-change$/);
  await elsewhere.getByRole('button', { name: 'Undo the change' }).click();
  await expect(elsewhere.getByText('Your old email holds again')).toBeVisible();
  await page.goto('/profile');
  await expect(page).toHaveURL(/\/login$/);

  await logIn(page, newEmail);
  await expect(page.getByText('No account found with this email')).toBeVisible();
  await logInAs(page, oldEmail);
  await owner.close();
});

test('signs out the other device on a logout everywhere', async ({ page, browser, request }) => {
  const email = uniqueEmail('everywhere');
  await newReader(request, email);
  const other = await browser.newContext();
  const elsewhere = await other.newPage();
  await logInAs(elsewhere, email);
  await logInAs(page, email);
  await openOwnProfile(page);
  await page.getByRole('button', { name: 'Log out everywhere' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await elsewhere.goto('/profile');
  await expect(elsewhere).toHaveURL(/\/login$/);
  await other.close();
});
