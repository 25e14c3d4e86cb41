import type { Page } from '@playwright/test';

import { PASSWORD, uniqueEmail } from './accounts';
import { codeMailedTo } from './mail-server';
import { logIn, newReader, register, signIn } from './people';
import { expect, test } from './site';

/** Makes the server refuse a request without a message. */
async function refuse(page: Page, path: string) {
  await page.route(`**/api${path}`, (route) => route.fulfill({ status: 409, json: {} }));
}

async function expectText(page: Page, text: string) {
  await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
}

test('shows the errors of the login form', async ({ page, request }) => {
  const { email } = await newReader(request);
  await page.goto('/login');
  const login = page.getByRole('button', { name: 'Login' });
  await login.click();
  await expectText(page, 'Please fill in all fields');
  await page.getByLabel('Email').fill('nobody');
  await page.getByLabel('Password', { exact: true }).fill('x');
  await login.click();
  await expectText(page, 'Please enter a valid email address');
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.getByLabel('Email').fill('nobody@example.org');
  await login.click();
  await expectText(page, 'No account found with this email');
  await page.getByLabel('Email').fill(email);
  await login.click();
  await expectText(page, 'Invalid password');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await refuse(page, '/auth/login');
  await login.click();
  await expectText(page, 'Failed to login');
});

test('shows the errors of the sign-up form', async ({ page, request }) => {
  const taken = uniqueEmail('taken');
  await register(request, taken);
  await page.goto('/signup');
  const submit = page.getByRole('button', { name: 'Sign up' });
  await submit.click();
  await expectText(page, 'Please fill in all fields');
  await page.getByLabel('Name').fill('A');
  await page.getByLabel('Email').fill('a@b');
  await page.getByLabel('Password', { exact: true }).fill('1234567');
  await submit.click();
  await expectText(page, 'Name must be at least 2 characters long');
  await expectText(page, 'Please enter a valid email address');
  await expectText(page, 'Password must be at least 8 characters long');
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Email').fill(taken);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await submit.click();
  await expectText(page, 'An account with this email already exists');
  await refuse(page, '/auth/register');
  await submit.click();
  await expectText(page, 'Failed to create account');
});

test('leads an unverified reader to the code form and refuses wrong codes', async ({
  page,
  request,
}) => {
  const email = uniqueEmail('unverified');
  await register(request, email);
  const code = await codeMailedTo(email);
  await logIn(page, email);
  await expect(page).toHaveURL(/\/verify-email$/);
  const verify = page.getByRole('button', { name: 'Verify' });
  const boxes = page.getByLabel(/^Digit \d of 6$/);
  await boxes.first().focus();
  await page.keyboard.type('12a34');
  await expect(boxes.nth(3)).toHaveValue('4');
  await expect(boxes.nth(4)).toBeFocused();
  await expect(verify).toBeDisabled();
  await page.keyboard.press('Backspace');
  await expect(boxes.nth(3)).toHaveValue('');
  await page.keyboard.type(code === '123000' ? '001' : '000');
  await expectText(page, 'Invalid verification code');
  await expect(boxes.first()).toHaveValue('');
  await refuse(page, '/auth/verify-otp');
  await boxes.first().focus();
  await page.keyboard.type('000000');
  await expectText(page, 'Verification failed');
  await page.unroute('**/api/auth/verify-otp');
  await boxes.first().focus();
  await page.keyboard.type(code);
  await expect(page.getByRole('heading', { name: 'Complete Your Profile' })).toBeVisible();
  await page.goto('/bookmarks');
  await expect(page).toHaveURL(/\/onboarding$/);

  const submit = page.getByRole('button', { name: 'Complete Profile' });
  await page.getByLabel('Full Name').fill(' ');
  await submit.click();
  await expectText(page, 'Name is required');
  await page.getByLabel('Full Name').fill(' A ');
  await submit.click();
  await expectText(page, 'Name must be at least 2 characters long');
  await page.getByLabel('Full Name').fill('Ada');
  await submit.click();
  await expectText(page, 'Please add a short bio');
  await page.getByLabel('Bio').fill('Reads.');
  await refuse(page, '/auth/complete-onboarding');
  await submit.click();
  await expectText(page, 'Failed to complete onboarding. Please try again.');
});

test('shows the errors of the password reset', async ({ page }) => {
  await page.goto('/forgot-password');
  await refuse(page, '/auth/forgot-password');
  await page.getByLabel('Email').fill('nobody@example.org');
  await page.getByRole('button', { name: /Send/ }).click();
  await expectText(page, 'Failed to send reset code');
  await page.unroute('**/api/auth/forgot-password');
  await page.getByRole('button', { name: /Send/ }).click();
  await expect(page).toHaveURL(/\/reset-password$/);
  const submit = page.getByRole('button', { name: 'Reset Password' });
  await page.getByLabel('New Password').fill(PASSWORD);
  await page.getByLabel('Confirm Password').fill(`${PASSWORD}2`);
  await submit.click();
  await expectText(page, 'Please enter the complete verification code');
  await expectText(page, 'Passwords do not match');
  await page.getByLabel('Confirm Password').fill(PASSWORD);
  await page.getByLabel('Digit 1 of 6').focus();
  await page.keyboard.type('000000');
  await expectText(page, 'Invalid verification code');
  await refuse(page, '/auth/reset-password');
  await page.getByLabel('Digit 1 of 6').focus();
  await page.keyboard.type('000000');
  await expectText(page, 'Failed to reset password');
});

test('shows the errors of the profile form', async ({ page, request }) => {
  await signIn(page, (await newReader(request)).email);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const save = page.getByRole('button', { name: 'Save Changes' });
  for (const [label, value, text] of [
    ['Name', '', 'Name is required'],
    ['Name', 'A', 'Name must be at least 2 characters'],
    ['Email', '', 'Email is required'],
    ['Email', 'ada', 'Invalid email format'],
    ['Bio', 'x'.repeat(501), 'Bio must be less than 500 characters'],
    ['Website', 'no address', 'Invalid URL format'],
  ] as const) {
    const field = page.getByLabel(label);
    const before = await field.inputValue();
    await field.fill(value);
    await save.click();
    await expectText(page, text);
    await expect(field).toHaveAccessibleDescription(new RegExp(text));
    await field.fill(before);
  }
  await refuse(page, '/users/*/profile');
  await page.getByLabel('Name').fill('Another Name');
  await save.click();
  await expectText(page, 'Failed to update profile. Please try again.');
  await refuse(page, '/users/*/profile-picture');
  await page.getByRole('button', { name: 'The Builder' }).click();
  await expectText(page, 'Failed to update profile picture');
});

test('reverts a failed action and shows an error', async ({ page, request }) => {
  await signIn(page, (await newReader(request)).email);
  for (const path of [
    '/blogs/*/like',
    '/blogs/*/bookmark',
    '/blogs/*/comments',
    '/blogs/comments/*/like',
  ]) {
    await refuse(page, path);
  }
  await page.goto('/blog/sqlite-is-enough');
  const like = page.getByRole('button', { name: /^Like this post/ }).first();
  const count = await like.textContent();
  await like.click();
  await expectText(page, 'Failed to update like');
  await expect(like).toHaveAttribute('aria-pressed', 'false');
  await expect(like).toHaveText(count ?? '');
  await page.getByRole('button', { name: 'Bookmark this post' }).first().click();
  await expectText(page, 'Failed to update bookmark');
  await page
    .getByRole('button', { name: /^Like the comment of/ })
    .first()
    .click();
  await expectText(page, 'Failed to like comment');
  const comment = page.getByRole('button', { name: 'Comment', exact: true });
  await expect(comment).toBeDisabled();
  await page.getByRole('textbox', { name: 'Add a comment' }).fill(' \n ');
  await expect(comment).toBeDisabled();
  await page.getByRole('textbox', { name: 'Add a comment' }).fill('Not lost');
  await comment.click();
  await expectText(page, 'Failed to add comment');
  await expect(page.getByRole('textbox', { name: 'Add a comment' })).toHaveValue('Not lost');
});

test("shows an error when a reader's own lists fail to load", async ({ page, request }) => {
  const reader = await newReader(request);
  await signIn(page, reader.email);
  await refuse(page, '/blogs/bookmarks?*');
  await page.goto('/bookmarks');
  await expectText(page, 'Failed to load bookmarks');
  await page.unroute('**/api/blogs/bookmarks?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectText(page, 'No bookmarked blogs yet.');
  await page.getByRole('link', { name: 'Explore blogs' }).click();
  await expect(page).toHaveURL(/\/treasure$/);
  await refuse(page, '/users/*/comments?*');
  await page.goto(`/profile/${reader.id}`);
  await expectText(page, 'Failed to load comments. Please try again.');
  await refuse(page, '/users/profile/*');
  await page.reload();
  await expectText(page, 'Failed to fetch profile');
});

test('asks visitors of reader pages to sign in, and leads back', async ({ page, request }) => {
  const reader = await newReader(request);
  await page.goto(`/profile/${reader.id}`);
  await expectText(page, 'Login Required');
  await expectText(page, 'Please login first to view user profiles.');
  await expect(page.getByRole('link', { name: 'Go Home' })).toBeVisible();
  await page.goto('/bookmarks');
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel('Email').fill(reader.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/bookmarks$/);
  for (const [path, leadsTo] of [
    ['/login', '/'],
    ['/signup', '/'],
    ['/forgot-password', '/'],
    ['/reset-password', '/'],
    ['/onboarding', '/profile'],
  ] as const) {
    await page.goto(path);
    await expect(page).toHaveURL(new RegExp(`:\\d+${leadsTo}$`));
  }
});

test('ends a session that ended on another device', async ({ page, request }) => {
  const reader = await newReader(request);
  await signIn(page, reader.email);
  const gone = await request.delete(`/api/users/${reader.id}`, {
    headers: { authorization: `Bearer ${reader.token}` },
    data: { password: PASSWORD },
  });
  expect(gone.status()).toBe(200);
  await page.goto('/treasure');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();
  // The server renders the same page for a visitor; the client detects the ended session.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});
