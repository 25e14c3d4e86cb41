/** Two people at one post: unsaved texts on the server, conflicts, and the history. */
import type { APIRequestContext, Page } from '@playwright/test';

import { unique } from './accounts';
import { violations } from './axe';
import { appendToText, browserOf } from './editing';
import { expectNoSidewaysScroll } from './fitting';
import { adminToken, newAdmin } from './people';
import { postText, titleField } from './post-page';
import { expect, test } from './site';

const COVER = '/icon-512.png';
/** Autosaves come every ten seconds. */
const AUTOSAVE = { timeout: 25_000 };

/** Creates a draft; returns its id. */
async function newDraft(request: APIRequestContext, email: string, title: string): Promise<string> {
  const response = await request.post('/api/blogs/create', {
    headers: { authorization: `Bearer ${await adminToken(request, email)}` },
    data: {
      title,
      content: '<p>The first sentence of both.</p><p>A word to change.</p>',
      category: 'System Design',
      tags: ['together'],
      status: 'draft',
      featuredImage: `${process.env['SITE'] ?? ''}${COVER}`,
    },
  });
  expect(response.status()).toBe(201);
  const { blog } = (await response.json()) as { blog: { _id: string } };
  return blog._id;
}

async function openPost(page: Page, id: string) {
  await page.goto(`/admin/edit-blog/${id}`);
  await expect(postText(page)).toContainText('The first sentence of both.');
}

async function expectAccessible(page: Page) {
  expect(await violations(page, 'light')).toEqual([]);
  await page.evaluate(() => {
    document.documentElement.dataset['theme'] = 'dark';
  });
  expect(await violations(page, 'dark')).toEqual([]);
  await page.evaluate(() => {
    document.documentElement.dataset['theme'] = 'light';
  });
}

test('two browsers change one post, and no word of either is lost', async ({
  browser,
  request,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const [ada, bo] = [await newAdmin(request, 'ada'), await newAdmin(request, 'bo')];
  const id = await newDraft(request, ada, unique('Two hands'));
  const one = await browserOf(browser, request, ada, baseURL);
  const other = await browserOf(browser, request, bo, baseURL);
  await openPost(one.page, id);
  await openPost(other.page, id);

  await test.step('each hears of the other', async () => {
    await appendToText(other.page, ' Words of Bo.');
    await expect(other.page.getByText(/^Draft kept on the server/u)).toBeVisible(AUTOSAVE);
    await one.page.reload();
    await expect(one.page.getByText(/^bo\S* is writing in this post too/u)).toBeVisible();
  });

  await test.step('the first one saves', async () => {
    await other.page.keyboard.press('Control+s');
    await expect(other.page.getByText(/^Saved \d/u)).toBeVisible();
  });

  await test.step('the second one sees both texts', async () => {
    await appendToText(one.page, ' Words of Ada.');
    await one.page.keyboard.press('Control+s');
    const heading = one.page.getByRole('heading', { name: /^bo\S* has changed this post$/u });
    await expect(heading).toBeFocused();
    const comparison = one.page.getByRole('region', { name: 'Comparison' });
    await expect(comparison.getByRole('deletion')).toContainText(['Bo']);
    await expect(comparison.getByRole('insertion')).toContainText(['Ada']);
    await expectAccessible(one.page);
    await one.page.setViewportSize({ width: 360, height: 800 });
    await expectNoSidewaysScroll(one.page);
    await one.page.screenshot({ path: 'test-results/conflict-360.png', fullPage: true });
    await one.page.setViewportSize({ width: 1280, height: 900 });
    await one.page.screenshot({ path: 'test-results/conflict-1280.png', fullPage: true });
  });

  await test.step('and keeps theirs by the keyboard', async () => {
    await one.page.keyboard.press('Tab');
    await one.page.keyboard.press('Tab');
    await expect(one.page.getByRole('button', { name: 'Keep mine' })).toBeFocused();
    await one.page.keyboard.press('Enter');
    await expect(postText(one.page)).toBeFocused();
    await expect(one.page.getByText(/^Saved \d/u)).toBeVisible();
    await expect(postText(one.page)).toContainText('Words of Ada.');
  });

  await test.step('the other one takes what is there now, and finds all words in the history', async () => {
    await appendToText(other.page, ' More of Bo.');
    await other.page.keyboard.press('Control+s');
    await other.page.getByRole('button', { name: 'Take theirs' }).click();
    await expect(postText(other.page)).toContainText('Words of Ada.');
    await expect(postText(other.page)).not.toContainText('More of Bo.');
    const texts = await storedTexts(request, ada, id);
    for (const words of ['Words of Bo.', 'Words of Ada.', 'More of Bo.']) {
      expect(texts.some((text) => text.includes(words))).toBe(true);
    }
  });
  await one.context.close();
  await other.context.close();
});

/** Returns the texts of all revisions. */
async function storedTexts(request: APIRequestContext, email: string, id: string) {
  const headers = { authorization: `Bearer ${await adminToken(request, email)}` };
  const list = await request.get(`/api/blogs/${id}/revisions`, { headers });
  const { revisions } = (await list.json()) as { revisions: { number: number }[] };
  return Promise.all(
    revisions.map(async ({ number }) => {
      const response = await request.get(`/api/blogs/${id}/revisions/${number}`, { headers });
      return ((await response.json()) as { content: string }).content;
    }),
  );
}

test('goes on in another browser where the first one was closed in the middle of a word', async ({
  browser,
  request,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const email = await newAdmin(request, 'roamer');
  const title = unique('Begun elsewhere');
  const first = await browserOf(browser, request, email, baseURL);
  await first.page.goto('/admin/new-blog');
  await titleField(first.page).fill(title);
  await postText(first.page).click();
  await first.page.keyboard.type('The beginning of a sen');
  first.page.on('dialog', (dialog) => void dialog.accept());
  await first.page.close({ runBeforeUnload: true });
  // What the tab has sent outlives it.
  const headers = { authorization: `Bearer ${await adminToken(request, email)}` };
  await expect
    .poll(async () => (await request.get('/api/admin/autosaves', { headers })).text())
    .toContain(title);
  await first.context.close();

  const second = await browserOf(browser, request, email, baseURL);
  const { page } = second;
  await page.goto('/admin/posts');
  await expect(page.getByRole('region', { name: 'Unsaved texts' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: title }).click();
  const notice = page.getByText(/^You have unsaved changes from/u);
  await expect(notice).toContainText('Kept on the server.');
  await page.screenshot({ path: 'test-results/notice-1280.png' });
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(titleField(page)).toHaveValue(title);
  await expect(postText(page)).toHaveText('The beginning of a sen');
  await appendToText(page, 'tence.');
  await page.getByLabel('Featured Image URL').fill(`${baseURL ?? ''}${COVER}`);
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/^Saved \d/u)).toBeVisible();
  await page.goto('/admin/posts');
  await expect(page.getByRole('link', { name: title, exact: true })).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Unsaved texts' })).toHaveCount(0);
  await second.context.close();
});

test('compares a version of a post, names it and restores it', async ({
  browser,
  request,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const email = await newAdmin(request, 'historian');
  const id = await newDraft(request, email, unique('With a history'));
  const { context, page } = await browserOf(browser, request, email, baseURL);
  await openPost(page, id);
  await postText(page).getByText('A word to change.').click();
  await page.keyboard.press('End');
  for (let letters = 'change.'.length; letters > 0; letters -= 1) {
    await page.keyboard.press('Shift+ArrowLeft');
  }
  await page.keyboard.type('keep.');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/^Saved \d/u)).toBeVisible();
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.getByText('2 versions')).toBeVisible();

  await test.step('names a version', async () => {
    await page.getByRole('button', { name: 'Rename version 1' }).click();
    await page.keyboard.type('The first one');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Version 1 · The first one')).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 800 });
    await expectNoSidewaysScroll(page);
    await page.screenshot({ path: 'test-results/history-360.png', fullPage: true });
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  await test.step('compares it with the present one', async () => {
    await page.getByRole('link', { name: 'Compare version 1 with the present one' }).click();
    const comparison = page.getByRole('region', { name: 'Comparison' });
    await expect(comparison.getByRole('deletion')).toHaveText(['change']);
    await expect(comparison.getByRole('insertion')).toHaveText(['keep']);
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 800 });
    await expectNoSidewaysScroll(page);
    await page.screenshot({ path: 'test-results/comparison-360.png', fullPage: true });
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.screenshot({ path: 'test-results/comparison-1280.png', fullPage: true });
  });

  await test.step('restores it', async () => {
    await page.getByRole('button', { name: 'Restore version 1' }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: 'Restore', exact: true })
      .click();
    await expect(page.getByText('3 versions')).toBeVisible();
    await page.getByRole('link', { name: 'Back to the post' }).click();
    await expect(postText(page)).toContainText('A word to change.');
  });
  await context.close();
});
