import { expectNoViolations } from './axe';
import { adminState, logInAs, newAdmin, newReader, readerState, signInAsAdmin } from './people';
import { expect, test } from './site';

test('a reader ends the session on another device, which notices at its next request', async ({
  page,
  browser,
}) => {
  test.slow();
  const { email } = await newReader(page.request);
  await logInAs(page, email);
  const other = await browser.newContext({ storageState: await readerState(page.request, email) });
  const elsewhere = await other.newPage();
  await elsewhere.goto('/notifications');
  await expect(elsewhere.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();

  await page.goto('/settings/security');
  const sessions = page.getByRole('region', { name: 'Sessions' }).getByRole('listitem');
  // That of the sign-up, this one and the other one.
  await expect(sessions).toHaveCount(3);
  await expect(sessions.filter({ hasText: 'This device' })).toHaveCount(1);
  await expectNoViolations(page);
  const buttons = page.getByRole('button', { name: /^End the session of/ });
  await expect(buttons).toHaveCount(2);
  await page.getByRole('button', { name: 'End all other sessions' }).click();
  await expect(page.getByText('You are logged in nowhere else.')).toBeVisible();

  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(/\/login$/);
  await other.close();
  // This one goes on, with another token.
  await page.reload();
  await expect(sessions).toHaveCount(1);
});

test('an administrator ends one session of several', async ({ page, browser }) => {
  const email = await newAdmin(page.request, 'sessions');
  const other = await browser.newContext({ storageState: await adminState(page.request, email) });
  await signInAsAdmin(page, email);
  await page.goto('/admin/security');
  const elsewhere = await other.newPage();
  await elsewhere.goto('/admin/settings');
  await expect(elsewhere.getByLabel('Username')).toBeVisible();
  const end = page.getByRole('button', { name: /^End the session of/ });
  await expect(end).toHaveCount(1);
  await expectNoViolations(page);
  await end.press('Enter');
  await expect(page.getByText('You are logged in nowhere else.')).toBeVisible();
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(/\/admin\/login$/);
  await other.close();
});
