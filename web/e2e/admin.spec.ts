import type { Page } from '@playwright/test';

import { MASTER_PASSWORD, PASSWORD, unique } from './accounts';
import { animationsFinished } from './animations';
import { expectNoSidewaysScroll } from './fitting';
import { logIn, logInAs, logInAsAdmin, newAdmin, newReader, signIn, signInAsAdmin } from './people';
import { expect, test } from './site';

/** A PNG image of 2 × 1 pixels. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAADUlEQVR4nGP4zwAE/wEHAAH/4iOeWQAAAABJRU5ErkJggg==',
  'base64',
);

/** Returns the message of the next dialog and accepts it: a click that opens a dialog ends only then. */
async function nextAlert(page: Page): Promise<string> {
  const alert = await page.waitForEvent('dialog');
  await alert.accept();
  return alert.message();
}

function toolbar(page: Page, label: string) {
  return page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name: label });
}

async function choose(page: Page, menu: string, choice: string) {
  await toolbar(page, `${menu}:`).click();
  await page.getByRole('menuitemradio', { name: choice, exact: true }).click();
}

/** Types text with a format of the toolbar, then turns the format off. */
async function typeWith(page: Page, label: string, text: string) {
  await toolbar(page, label).click();
  await page.keyboard.type(text);
  await toolbar(page, label).click();
  await page.keyboard.type(' ');
}

async function writeWithEveryButton(page: Page) {
  const text = page.getByRole('textbox', { name: 'Content' });
  await text.click();
  for (const level of ['2', '3', '4', '5', '6', '1']) {
    await choose(page, 'Heading', `Heading ${level}`);
    await page.keyboard.type(`Level ${level}`);
    await page.keyboard.press('Enter');
  }
  await choose(page, 'Heading', 'Normal');
  await typeWith(page, 'Bold', 'bold');
  await typeWith(page, 'Italic', 'italic');
  await typeWith(page, 'Underline', 'underlined');
  await typeWith(page, 'Strike', 'struck');
  await choose(page, 'Font', 'Serif');
  await page.keyboard.type('serif ');
  await choose(page, 'Font', 'Monospace');
  await page.keyboard.type('monospace ');
  await choose(page, 'Font', 'Default');
  for (const size of ['Small', 'Large', 'Huge']) {
    await choose(page, 'Size', size);
    await page.keyboard.type(`${size} `);
  }
  await choose(page, 'Size', 'Normal');
  await toolbar(page, 'Text colour').click();
  await page.getByRole('button', { name: 'Blue', exact: true }).click();
  await page.keyboard.type('blue ');
  await toolbar(page, 'Background colour').click();
  await page.getByRole('button', { name: 'Yellow', exact: true }).click();
  await page.keyboard.type('marked');
  await page.keyboard.press('Enter');
  await toolbar(page, 'Clear formatting').click();
  await toolbar(page, 'Quote').click();
  await page.keyboard.type('quoted');
  await page.keyboard.press('Enter');
  await toolbar(page, 'Quote').click();
  await choose(page, 'Alignment', 'Centre');
  await page.keyboard.type('centred');
  await page.keyboard.press('Enter');
  await choose(page, 'Alignment', 'Left');
  await toolbar(page, 'Numbered list').click();
  await page.keyboard.type('first');
  await page.keyboard.press('Enter');
  await toolbar(page, 'Increase indent').click();
  await page.keyboard.type('nested');
  await page.keyboard.press('Enter');
  await toolbar(page, 'Decrease indent').click();
  await page.keyboard.type('second');
  await page.keyboard.press('Enter');
  await toolbar(page, 'Bulleted list').click();
  await page.keyboard.type('dotted');
  await page.keyboard.press('Enter');
  await toolbar(page, 'Bulleted list').click();
  await toolbar(page, 'Code block').click();
  await choose(page, 'Language of the code', 'Rust');
  await page.keyboard.type('fn main() {');
  await page.keyboard.press('Enter');
  await page.keyboard.type('    run();');
  await page.keyboard.press('Enter');
  await page.keyboard.type('}');
  await page.keyboard.press('Enter');
  await toolbar(page, 'Code block').click();
  await toolbar(page, 'Link').click();
  await page.getByLabel('Link address').fill('https://example.org/a');
  await page.getByLabel('Text', { exact: true }).fill('linked');
  await page.getByRole('dialog', { name: 'Link' }).getByRole('button', { name: 'Insert' }).click();
  await page.keyboard.press('Enter');
  await toolbar(page, 'Image').click();
  await page
    .getByLabel('Image file')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PICTURE });
  await expect(text.locator('img')).toBeVisible();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await toolbar(page, 'Video').click();
  await page.getByLabel('Video address').fill('https://www.youtube.com/watch?v=abcdefghijk');
  await page.getByRole('dialog', { name: 'Video' }).getByRole('button', { name: 'Insert' }).click();
}

/** Publishes the post of `writeWithEveryButton`, whose picture has no alternative text. */
async function publishWithoutAlternative(page: Page) {
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('1 picture has no alternative text')).toBeVisible();
  await page.getByRole('button', { name: 'Publish anyway' }).click();
}

async function expectAllFormats(page: Page) {
  const text = page.locator('.rich-text');
  for (const level of ['1', '2', '3', '4', '5', '6']) {
    await expect(text.getByRole('heading', { name: `Level ${level}` })).toBeVisible();
  }
  for (const [selector, words] of [
    ['strong', 'bold'],
    ['em', 'italic'],
    ['u', 'underlined'],
    ['s', 'struck'],
    ['.ql-font-serif', 'serif'],
    ['.ql-font-monospace', 'monospace'],
    ['.ql-size-small', 'Small'],
    ['.ql-size-large', 'Large'],
    ['.ql-size-huge', 'Huge'],
    ['.is-coloured', 'blue'],
    ['[style*="background-color"]', 'marked'],
    ['blockquote', 'quoted'],
    ['.ql-align-center', 'centred'],
    ['ol > li > ol > li', 'nested'],
    ['ol > li', 'second'],
    ['ul > li', 'dotted'],
    ['a[href="https://example.org/a"]', 'linked'],
  ] as const) {
    await expect(text.locator(selector).filter({ hasText: words }).first()).toBeVisible();
  }
  await expect(text.locator('pre code')).toHaveText('fn main() {\n    run();\n}');
  await expect(text.locator('img[src^="/media/"]')).toBeVisible();
  await expect(text.locator('iframe')).toHaveAttribute(
    'src',
    /www\.youtube(-nocookie)?\.com\/embed/,
  );
}

test('keeps a form of the editor open that is opened while another one closes', async ({
  page,
}) => {
  await logInAsAdmin(page);
  await page.getByRole('link', { name: 'New Blog' }).first().click();
  await page.getByRole('textbox', { name: 'Content' }).click();
  // A form that closes before its first frame is there until the end of its animation.
  await toolbar(page, 'Link').evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await toolbar(page, 'Video').click();
  await animationsFinished(page);
  await expect(page.locator('.toolbar-popover')).toHaveCount(1);
  await expect(page.getByLabel('Video address')).toBeFocused();
});

test('supports a post from the draft to its deletion', async ({ page, browser, request }) => {
  test.setTimeout(180_000);
  const site = process.env['SITE'] ?? '';
  const words = unique('editor');
  const title = `Every button of the ${words}`;
  const advertisement = unique('Buy');
  await logInAsAdmin(page);
  for (const card of ['Total Posts', 'Total Views', 'Total Users', 'Engagement Rate']) {
    await expect(page.getByText(card)).toBeVisible();
  }

  await test.step('saves a draft', async () => {
    await page.getByRole('link', { name: 'New Blog' }).first().click();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByText('Title, content and featured image are required')).toBeVisible();
    await page.getByLabel('Title').fill(title);
    await page.getByLabel('Featured Image URL').fill(`${site}/no-such-picture.png`);
    await page.getByRole('button', { name: 'Preview' }).last().click();
    await expect(
      page.getByText('Invalid image URL. Please provide a valid direct image link.'),
    ).toBeVisible();
    await page.getByLabel('Featured Image URL').fill(`${site}/apple-touch-icon.png`);
    await page.getByLabel('Category').selectOption('Software Architecture');
    await page.getByLabel('Tags').fill(' queues , , editors ');
    await writeWithEveryButton(page);
    await page.getByRole('button', { name: 'Save Draft' }).click();
    await expect(page.getByText('Post Saved as Draft')).toBeVisible();
    await expect(page).toHaveURL(/\/admin\/dashboard$/);
  });

  const visitor = await browser.newPage();
  const address = `${site}/blog/every-button-of-the-${words}`;
  await test.step('hides the draft from visitors', async () => {
    const response = await visitor.goto(address);
    expect(response?.status()).toBe(404);
    await expect(visitor.getByRole('heading', { name: 'Blog not found' })).toBeVisible();
  });

  await test.step('publishes with an uploaded image', async () => {
    await page.goto(`/admin/posts?status=draft&search=${words}`);
    await page.getByRole('link', { name: `Edit ${title}` }).click();
    await expect(page.getByLabel('Title')).toHaveValue(title);
    await page
      .locator('input[type=file]:not([aria-label="Image file"])')
      .setInputFiles({ name: 'cover.png', mimeType: 'image/png', buffer: PICTURE });
    await publishWithoutAlternative(page);
    await expect(page.getByText('Post Published!')).toBeVisible();
    await expect(page).toHaveURL(/\/admin\/dashboard$/);
    await visitor.goto(address);
    await expect(visitor.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expectAllFormats(visitor);
    await expect(visitor.locator('.article-cover img')).toHaveAttribute('src', /^\/media\//);
  });

  await test.step('saves again without a change', async () => {
    await page.goto(`/admin/posts?search=${words}`);
    await page.getByRole('link', { name: `Edit ${title}` }).click();
    await expect(page.getByLabel('Title')).toHaveValue(title);
    await publishWithoutAlternative(page);
    await expect(page.getByText('Post Published!')).toBeVisible();
    await visitor.goto(address);
    await expectAllFormats(visitor);
  });

  await test.step('features the post', async () => {
    await page.goto(`/admin/posts?search=${words}`);
    const feature = page.getByRole('button', { name: `Feature ${title}` });
    await feature.click();
    await expect(feature).toHaveAttribute('aria-pressed', 'true');
    await expect
      .poll(async () => (await request.get('/api/blogs/featured')).text())
      .toContain(title);
    await visitor.goto(site);
    await expect(
      visitor.getByRole('region', { name: 'Featured posts' }).getByText(title),
    ).toBeVisible();
    await feature.click();
    await expect(feature).toHaveAttribute('aria-pressed', 'false');
  });

  await test.step('moderates a comment', async () => {
    const reader = await newReader(request);
    await signIn(visitor, reader.email);
    await visitor.goto(address);
    await visitor
      .getByRole('textbox', { name: 'Add a comment' })
      .fill(`${advertisement} my things`);
    await visitor.getByRole('button', { name: 'Comment', exact: true }).click();
    await expect(visitor.getByText('Comment added successfully')).toBeVisible();
    await page.goto(`/admin/comments?search=${advertisement}`);
    await page.getByRole('button', { name: /^Delete the comment of A Reader/ }).click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText('Are you sure you want to delete this comment?');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('No comments found')).toBeVisible();
    await page.goto(`/admin/users?search=${reader.email}`);
    await page.getByRole('button', { name: 'Ban A Reader' }).click();
    await page.getByPlaceholder('Enter reason for banning user...').fill('Advertising');
    await page.getByRole('button', { name: 'Ban User' }).click();
    await expect(page.getByRole('button', { name: 'Unban A Reader' })).toBeVisible();
    await visitor.goto(`${site}/bookmarks`);
    await expect(visitor).toHaveURL(/\/login$/);
    await logIn(visitor, reader.email);
    await expect(visitor.getByText('Your account has been banned: Advertising')).toBeVisible();
    await page.getByRole('button', { name: 'Unban A Reader' }).click();
    await expect(page.getByRole('button', { name: 'Ban A Reader' })).toBeVisible();
    await logInAs(visitor, reader.email);
  });

  await test.step('deletes the post', async () => {
    await page.goto(`/admin/posts?search=${words}`);
    await page.getByRole('button', { name: `Delete ${title}` }).click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText(title);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Post deleted successfully')).toBeVisible();
    await expect(page.getByText('No posts found')).toBeVisible();
  });
  await visitor.close();
});

test('requires the master password to sign up as an administrator', async ({ page }) => {
  const username = unique('second');
  const email = `${username}@example.org`;
  await page.goto('/admin/login');
  await page
    .getByRole('link', { name: /sign up|create|account/i })
    .first()
    .click();
  await expect(page).toHaveURL(/\/admin\/signup$/);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Master password', { exact: true }).fill('open the door');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByText('Invalid master password')).toBeVisible();
  await page.getByLabel('Master password', { exact: true }).fill(MASTER_PASSWORD);
  const alert = nextAlert(page);
  await page.getByRole('button', { name: 'Create Account' }).click();
  expect(await alert).toBe('Admin account created successfully! Please login.');
  await expect(page).toHaveURL(/\/admin\/login$/);
  await logInAsAdmin(page, email);
});

test('saves a new name and password and revokes the old token', async ({ page, request }) => {
  const email = await newAdmin(request, 'changes');
  await signInAsAdmin(page, email);
  await page.goto('/admin/settings');
  const oldToken = await page.evaluate(() => localStorage.getItem('adminToken'));
  await expect(page.getByLabel('Username')).toHaveValue(email.split('@')[0] ?? '');
  const newName = unique('changed');
  await page.getByLabel('Username').fill(newName);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Profile updated successfully')).toBeVisible();
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByLabel('New password', { exact: true }).fill('Another-horse-2');
  await page.getByLabel('Confirm new password').fill('Another-horse-3');
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await page.getByLabel('Confirm new password').fill('Another-horse-2');
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expect(page.getByText('Password updated successfully')).toBeVisible();
  const profile = (token: string | null) =>
    request.get('/api/admin/profile', { headers: { authorization: `Bearer ${token ?? ''}` } });
  expect((await profile(oldToken)).status()).toBe(401);
  const newToken = await page.evaluate(() => localStorage.getItem('adminToken'));
  expect(await (await profile(newToken)).json()).toMatchObject({ username: newName });
  await page.reload();
  await expect(page.getByLabel('Username')).toHaveValue(newName);
});

test('tells an administrator that the session has ended', async ({ page, request }) => {
  await page.clock.install();
  await logInAsAdmin(page, await newAdmin(request, 'expires'));
  const alert = nextAlert(page);
  await page.clock.fastForward('24:00:01');
  expect(await alert).toBe('Your session has expired. Please login again.');
  await expect(page).toHaveURL(/\/admin\/login$/);
  expect(await page.evaluate(() => localStorage.getItem('adminToken'))).toBeNull();
});

test('shows all tools of the editor in one row from a tablet on, also in code', async ({
  page,
  request,
}) => {
  await signInAsAdmin(page, await newAdmin(request, 'tools'));
  await page.goto('/admin/new-blog');
  const bar = page.getByRole('toolbar', { name: 'Formatting' });
  await page.getByRole('textbox', { name: 'Content' }).click();
  for (const inCode of [false, true]) {
    if (inCode) {
      await toolbar(page, 'Code block').click();
      await expect(toolbar(page, 'Language of the code:')).toBeVisible();
    }
    for (const width of [768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const measured = await bar.evaluate((element) => {
        const buttons = [...element.querySelectorAll('button')];
        const tops = new Set(buttons.map((button) => button.getBoundingClientRect().top));
        return { rows: tops.size, hidden: element.scrollWidth - element.clientWidth };
      });
      expect({ width, ...measured }).toEqual({ width, rows: 1, hidden: 0 });
    }
  }
});

test('shows the audit log on tablets without scrolling sideways', async ({ page, request }) => {
  await signInAsAdmin(page, await newAdmin(request, 'wide'));
  await page.goto('/admin/audit');
  await expect(page.getByRole('cell', { name: 'Joined the team' }).first()).toBeVisible();
  for (const width of [640, 768, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
  }
});

test('restores unsaved text after a tab crash', async ({ context, request }) => {
  const email = await newAdmin(request, 'crashes');
  const first = await context.newPage();
  await signInAsAdmin(first, email);
  await first.goto('/admin/new-blog');
  await first.getByLabel('Title').fill('Not lost');
  await first.getByRole('textbox', { name: 'Content' }).click();
  await first.keyboard.type('Words that took an hour');
  await expect
    .poll(() => first.evaluate(() => Object.values(localStorage).join()))
    .toContain('took an hour');
  await first.close();
  const second = await context.newPage();
  await second.goto('/admin/new-blog');
  await expect(second.getByText(/You have unsaved changes from/)).toBeVisible();
  await second.getByRole('button', { name: 'Restore' }).click();
  await expect(second.getByLabel('Title')).toHaveValue('Not lost');
  await expect(second.getByRole('textbox', { name: 'Content' })).toHaveText(
    'Words that took an hour',
  );
  await second.getByRole('link', { name: 'Dashboard' }).first().click();
  await expect(second.getByRole('alertdialog')).toContainText('Leave without saving?');
  await second.getByRole('button', { name: 'Leave' }).click();
  await expect(second).toHaveURL(/\/admin\/dashboard$/);
});

test('keeps visitors and readers out of the admin pages', async ({ page, request }) => {
  const pages = [
    'dashboard',
    'new-blog',
    'posts',
    'users',
    'comments',
    'spam-rules',
    'site',
    'team',
  ];
  for (const path of [...pages, 'settings']) {
    await page.goto(`/admin/${path}`);
    await expect(page).toHaveURL(/\/admin\/login$/);
  }
  const reader = await newReader(request);
  await signIn(page, reader.email);
  await page.goto('/admin/login');
  await expect(page).toHaveURL(/:\d+\/$/);
  await page.goto('/admin/posts');
  await expect(page).not.toHaveURL(/\/admin\/posts$/);
});
