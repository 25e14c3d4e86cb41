import type { Page } from '@playwright/test';

import { unique, uniqueEmail } from './accounts';
import { codeMailedTo, mailsTo } from './mail-server';
import { logOut, openOwnProfile } from './people';
import { expect, test } from './site';

async function typeCode(page: Page, code: string) {
  await page.getByLabel('Digit 1 of 6').focus();
  await page.keyboard.type(code);
}

test('supports a reader from the first mailed code to the deleted account', async ({ page }) => {
  test.slow();
  const email = uniqueEmail('journey');
  const newEmail = uniqueEmail('journey-new');
  const words = unique('comment');

  await test.step('a like leads to sign up and back', async () => {
    await page.goto('/blog/store-passwords-properly');
    await page
      .getByRole('button', { name: /^Like this post/ })
      .first()
      .click();
    await expect(page.getByText('Please login to like posts')).toBeVisible();
    // The article, which the login replaces, has a link of the same name.
    await expect(page.locator('.article')).toHaveCount(0);
    await page.getByRole('link', { name: 'Sign up' }).click();
    await page.getByLabel('Name').fill('Journey Reader');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('Correct-horse-1');
    await expect(page.getByText('Very Strong')).toBeVisible();
    await page.getByRole('button', { name: 'Sign up' }).click();

    await expect(page).toHaveURL(/\/verify-email$/);
    await expect(page.getByRole('button', { name: 'Verify' })).toBeDisabled();
    await expect(page.getByRole('button', { name: /Resend/ })).toBeDisabled();
    await typeCode(page, await codeMailedTo(email));

    await expect(page.getByRole('heading', { name: 'Complete Your Profile' })).toBeVisible();
    await expect(page.getByLabel('Email')).toBeDisabled();
    await page.getByLabel('Bio').fill('I read on the train.');
    await page.getByRole('button', { name: 'Complete Profile' }).click();
    await expect(page).toHaveURL(/\/blog\/store-passwords-properly$/);
  });

  await test.step('likes, bookmarks and comments', async () => {
    const like = page.getByRole('button', { name: /^Like this post/ }).first();
    const before = Number(await like.textContent());
    await like.click();
    await expect(like).toHaveAttribute('aria-pressed', 'true');
    await expect(like).toHaveText(String(before + 1));
    const bookmark = page.getByRole('button', { name: 'Bookmark this post' }).first();
    await bookmark.click();
    await expect(bookmark).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('textbox', { name: 'Add a comment' }).fill(`Two lines\nof a ${words}`);
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await expect(page.getByText('Comment added successfully')).toBeVisible();
    const liking = page.getByRole('button', { name: /^Like the comment of Journey Reader/ });
    await liking.click();
    await expect(liking).toHaveText('1');
    await page.reload();
    await expect(like).toHaveAttribute('aria-pressed', 'true');
    await expect(bookmark).toHaveAttribute('aria-pressed', 'true');
    await expect(liking).toHaveAttribute('aria-pressed', 'true');

    await page.getByRole('link', { name: 'Bookmarks' }).click();
    await expect(page.getByRole('article')).toHaveCount(1);
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Recommended For You' })).toBeVisible();
  });

  await test.step('the profile shows the comment', async () => {
    await page.getByRole('link', { name: 'Profile', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Journey Reader' })).toBeVisible();
    await expect(page.getByText('I read on the train.')).toBeVisible();
    await expect(page.getByText(`of a ${words}`)).toBeVisible();
    await page.getByRole('link', { name: /View Discussion/ }).click();
    await expect(page).toHaveURL(/#comment-/);
    await expect(page.locator('[data-addressed]')).toContainText(`of a ${words}`);
    await expect(page.locator('[data-addressed]')).toBeInViewport();
  });

  await test.step('a code confirms a new email address', async () => {
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    await page.getByLabel('Email').fill(newEmail);
    await page
      .locator('form')
      .getByLabel('Current password', { exact: true })
      .first()
      .fill('Correct-horse-1');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page).toHaveURL(/\/verify-email$/);
    await typeCode(page, await codeMailedTo(newEmail));
    await expect(page).toHaveURL(/\/profile$/);
    await expect(page.getByText(newEmail).first()).toBeVisible();
  });

  await test.step('a code resets a forgotten password', async () => {
    await logOut(page);
    expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('token');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    // The previous page has a field of the same name.
    await expect(page.getByRole('button', { name: /Send/ })).toBeVisible();
    await page.getByLabel('Email').fill(newEmail);
    await page.getByRole('button', { name: /Send/ }).click();
    await expect(page).toHaveURL(/\/reset-password$/);
    await typeCode(page, await codeMailedTo(newEmail, 2));
    await page.getByLabel('New Password').fill('Another-horse-2');
    await page.getByLabel('Confirm Password').fill('Another-horse-2');
    await page.getByRole('button', { name: 'Reset Password' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText('Your password has been reset')).toBeVisible();

    await page.getByLabel('Email').fill(newEmail);
    await page.getByLabel('Password', { exact: true }).fill('Correct-horse-1');
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByText('Invalid password')).toBeVisible();
    await page.getByLabel('Password', { exact: true }).fill('Another-horse-2');
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByRole('button', { name: 'Logout' }).first()).toBeVisible();
  });

  await test.step('the comment outlives the deleted account', async () => {
    await openOwnProfile(page);
    await page.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText(newEmail);
    await dialog.getByLabel('Password').fill('wrong horse');
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await expect(dialog.getByText('Incorrect password')).toBeVisible();
    await dialog.getByLabel('Password').fill('Another-horse-2');
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await expect(page.getByText('Your account has been deleted')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();
    await page.goto('/blog/store-passwords-properly');
    const comment = page.getByRole('listitem').filter({ hasText: words });
    await expect(comment).toContainText('Deleted User');
  });

  // One code each for the sign-up, the new email and the new password; two notices to the old address.
  expect((await mailsTo(email)).length + (await mailsTo(newEmail)).length).toBe(5);
});
