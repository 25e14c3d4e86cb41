/** The page of a post as its editor: saving without leaving, the settings beside it, and what stays in view. */
import { AxeBuilder } from '@axe-core/playwright';
import type { APIRequestContext, Page } from '@playwright/test';

import { unique } from './accounts';
import { animationsFinished } from './animations';
import { publishFullArticle } from './full-article';
import { expectNoSidewaysScroll } from './fitting';
import { adminToken, newAdmin, signInAsAdmin } from './people';
import {
  fillInPost,
  openNewPost,
  postText as text,
  postsNamed,
  titleField as title,
} from './post-page';
import { expect, test } from './site';

const PHONE = { width: 360, height: 740 };
const FOCUS_MODE = 'Control+Alt+Shift+F';

const settingsButton = (page: Page) => page.getByRole('button', { name: 'Post settings' });
const isStored = /Saved \d/u;

/** Opens a published post that is several screens long. */
async function openLongPost(page: Page, request: APIRequestContext): Promise<string> {
  const email = await newAdmin(request, 'long');
  const id = await publishFullArticle(request, email, unique('A long post'), 3);
  await signInAsAdmin(page, email);
  await page.goto(`/admin/edit-blog/${id}`);
  await expect(text(page)).toContainText('Second part');
  return id;
}

async function write(page: Page, name: string) {
  await fillInPost(page, name);
  await page.keyboard.type('First words');
}

async function stateOf(request: APIRequestContext, email: string, words: string) {
  const posts = await postsNamed(request, email, words);
  return posts.map(({ status, content }) => ({ status, content }));
}

function isInView(page: Page, selector: string): Promise<boolean> {
  return page.locator(selector).evaluate((element) => {
    const { top, bottom, left } = element.getBoundingClientRect();
    const covering = document.elementFromPoint(left + 4, (top + bottom) / 2);
    return top >= 0 && bottom <= window.innerHeight && element.contains(covering);
  });
}

test('saves a new post by Ctrl+S once, stays, and goes on with the same post', async ({
  page,
  request,
}) => {
  const words = unique('staying');
  const email = await openNewPost(page, request, 'staying');
  await write(page, `A post that is ${words}`);
  await page.keyboard.press('Control+s');
  await page.keyboard.press('Control+s');
  await expect(page).toHaveURL(/\/admin\/edit-blog\/[\w-]+$/u);
  await expect(page.getByText(isStored)).toBeVisible();
  await expect(text(page)).toBeFocused();
  await expect(page.getByText('Post Saved as Draft')).toHaveCount(0);
  expect(await stateOf(request, email, words)).toEqual([
    { status: 'draft', content: '<p>First words</p>' },
  ]);

  // The caret and the steps to undo are still there.
  await page.keyboard.type(' and more');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page.getByText(isStored)).toBeVisible();
  expect(await stateOf(request, email, words)).toEqual([
    { status: 'draft', content: '<p>First words and more</p>' },
  ]);
  await page.keyboard.press('Control+z');
  await expect(text(page)).not.toContainText('and more');
  // How much one step takes back depends on how fast it was typed.
  await page.keyboard.type('Written anew');

  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Post Published!')).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/dashboard$/u);
  const [published, ...others] = await postsNamed(request, email, words);
  expect(others).toEqual([]);
  expect(published?.status).toBe('published');
  expect(published?.content).toContain('Written anew');
  expect(published?.content).not.toContain('and more');
});

test('sends what is written during a save after it, and keeps a post published', async ({
  page,
  request,
}) => {
  const id = await openLongPost(page, request);
  let running = 0;
  let mostAtOnce = 0;
  let updates = 0;
  await page.route(`**/api/blogs/update/${id}`, async (route) => {
    running += 1;
    updates += 1;
    mostAtOnce = Math.max(mostAtOnce, running);
    const response = await route.fetch();
    running -= 1;
    await route.fulfill({ response });
  });
  await text(page).click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('One ');
  await page.keyboard.press('Control+s');
  await page.keyboard.type('two ');
  await page.keyboard.press('Control+s');
  await expect.poll(() => updates).toBe(2);
  await expect(page.getByText(isStored)).toBeVisible();
  expect(mostAtOnce).toBe(1);
  // Nothing has changed: nothing is sent.
  await page.keyboard.press('Control+s');
  await page.reload();
  await expect(text(page)).toContainText('One two Plain words');
  expect(updates).toBe(2);
  expect((await request.get(`/api/blogs/${id}`)).status()).toBe(200);
});

test('tells by Ctrl+S what a new post lacks, and unfolds its settings for it', async ({
  page,
  request,
}) => {
  await page.setViewportSize(PHONE);
  await openNewPost(page, request, 'lacking');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('alert')).toHaveText(
    'Title, content and featured image are required',
  );
  await expect(title(page)).toBeFocused();
  await page.keyboard.type('Only the image is missing');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Some text');
  await expect(text(page)).toHaveText('Some text');
  await expect(settingsButton(page)).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('Control+s');
  await expect(settingsButton(page)).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByLabel('Featured Image URL')).toBeFocused();
});

test('folds the settings away and remembers it', async ({ page, request }) => {
  await openNewPost(page, request, 'folding');
  await expect(page.getByLabel('Category')).toBeVisible();
  await settingsButton(page).click();
  await expect(settingsButton(page)).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByLabel('Category')).toBeHidden();
  await page.reload();
  await expect(text(page)).toBeVisible();
  await expect(page.getByLabel('Category')).toBeHidden();
  await settingsButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Category')).toBeVisible();
});

test('keeps its bar in view over a long text that the page scrolls', async ({ page, request }) => {
  await openLongPost(page, request);
  for (const size of [{ width: 1280, height: 800 }, PHONE]) {
    await page.setViewportSize(size);
    await text(page).evaluate((root) => {
      root.lastElementChild?.scrollIntoView({ block: 'end', behavior: 'instant' });
    });
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(1_000);
    expect(await isInView(page, '.post-head')).toBe(true);
    expect(await isInView(page, '.toolbar')).toBe(true);
  }
});

test('hides all but the text by keyboard, and shows it again by Esc', async ({ page, request }) => {
  await openNewPost(page, request, 'undistracted');
  const navigation = page.getByRole('navigation', { name: 'Main' });
  for (const size of [{ width: 1280, height: 800 }, PHONE]) {
    await page.setViewportSize(size);
    await page.getByRole('button', { name: 'Preview post' }).focus();
    await expect(navigation.filter({ visible: true })).toHaveCount(1);
    await title(page).focus();
    await page.keyboard.press('Tab');
    await expect(text(page)).toBeFocused();
    await page.keyboard.press(FOCUS_MODE);
    await expect(navigation.filter({ visible: true })).toHaveCount(0);
    await expect(page.getByLabel('Category')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Publish' })).toBeHidden();
    await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible();
    await expect(text(page)).toBeFocused();
    // A menu takes Esc first.
    await page.getByRole('button', { name: 'Heading:' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(navigation.filter({ visible: true })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Publish' })).toBeVisible();
    await page.keyboard.press(FOCUS_MODE);
    await expect(page.getByRole('button', { name: 'Publish' })).toBeHidden();
    await page.getByRole('button', { name: 'Write without distractions' }).click();
    await expect(page.getByRole('button', { name: 'Publish' })).toBeVisible();
  }
  await page.keyboard.press(FOCUS_MODE);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Publish' })).toBeVisible();
});

test('tells before publishing of pictures without alternative text', async ({ page, request }) => {
  const email = await newAdmin(request, 'alternatives');
  const headers = { authorization: `Bearer ${await adminToken(request, email)}` };
  const image = `${process.env['SITE'] ?? ''}/icon-512.png`;
  const created = await request.post('/api/blogs/create', {
    headers,
    data: {
      title: unique('Pictures'),
      content: `<p>a</p><p><img src="${image}"></p><p><img src="${image}" alt=""></p><p><img src="${image}"></p>`,
      category: 'Other',
      tags: [],
      featuredImage: image,
      status: 'draft',
    },
  });
  const { blog } = (await created.json()) as { blog: { _id: string } };
  await signInAsAdmin(page, email);
  await page.goto(`/admin/edit-blog/${blog._id}`);
  await expect(text(page).locator('img')).toHaveCount(3);
  const publish = page.getByRole('button', { name: 'Publish', exact: true });
  await publish.click();
  const notice = page.getByText('2 pictures have no alternative text');
  await expect(notice).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show me' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(notice).toHaveCount(0);
  await expect(publish).toBeFocused();
  await publish.click();
  await page.getByRole('button', { name: 'Show me' }).click();
  await expect(notice).toHaveCount(0);
  await expect(text(page)).toBeFocused();
  await publish.click();
  await page.getByRole('button', { name: 'Publish anyway' }).click();
  await expect(page.getByText('Post Published!')).toBeVisible();
});

test('lets a post be written on a phone', async ({ browser, request, baseURL }) => {
  const email = await newAdmin(request, 'phones');
  const context = await browser.newContext({
    ...(baseURL === undefined ? {} : { baseURL }),
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await signInAsAdmin(page, email);
  await page.goto('/admin/new-blog');
  const bottomBar = page.locator('.bottom-bar');
  await expect(bottomBar).toBeVisible();
  await settingsButton(page).tap();
  await page.getByLabel('Featured Image URL').fill(`${baseURL ?? ''}/icon-512.png`);
  await settingsButton(page).tap();
  await title(page).fill('A title that is so long that it takes several lines of a phone');
  expect((await title(page).boundingBox())?.height).toBeGreaterThan(90);
  await text(page).tap();
  await expect(bottomBar).toBeHidden();
  for (let line = 0; line < 30; line += 1) {
    await page.keyboard.type(`Line ${line}`);
    await page.keyboard.press('Enter');
  }
  await page.keyboard.type('The end');
  await expect(text(page).getByText('The end')).toBeInViewport();
  expect(await isInView(page, '.toolbar')).toBe(true);
  expect((await page.locator('.post-bar').boundingBox())?.height).toBeLessThanOrEqual(100);
  await page.getByRole('button', { name: 'Save Draft' }).tap();
  await expect(page.getByText('Post Saved as Draft')).toBeVisible();
  await context.close();
});

test('needs no sideways scrolling, and has room for fingers', async ({ page, request }) => {
  await openLongPost(page, request);
  for (const width of [320, 360, 768, 1024]) {
    await page.setViewportSize({ width, height: 740 });
    await expectNoSidewaysScroll(page);
  }
  await page.setViewportSize(PHONE);
  const tooSmall = await page.locator('.post-bar button, .settings-toggle').evaluateAll((buttons) =>
    buttons
      .map((button) => {
        const { width, height } = button.getBoundingClientRect();
        const around = getComputedStyle(button, '::after');
        const grown = around.content === 'none' ? 0 : -2 * Number.parseFloat(around.top);
        return { name: button.getAttribute('aria-label'), width, height: height + (grown || 0) };
      })
      .filter(({ width, height }) => width < 44 || height < 44),
  );
  expect(tooSmall).toEqual([]);
});

for (const page of ['new', 'edit'] as const) {
  test(`has no violations that axe finds while a post is written (${page})`, async ({
    page: tab,
    request,
  }) => {
    await (page === 'new' ? openNewPost(tab, request, 'audited') : openLongPost(tab, request));
    await text(tab).click();
    await tab.keyboard.type('Words');
    await expect(tab.getByText(/^(Unsaved changes|Draft kept in this browser)$/u)).toBeVisible();
    for (const size of [{ width: 1280, height: 900 }, PHONE]) {
      await tab.setViewportSize(size);
      for (const colorScheme of ['light', 'dark'] as const) {
        await tab.emulateMedia({ colorScheme });
        await expect(tab.locator('html')).toHaveAttribute('data-theme', colorScheme);
        for (const isInFocusMode of [false, true]) {
          const button = tab.getByRole('button', { name: 'Write without distractions' });
          if ((await button.getAttribute('aria-pressed')) !== String(isInFocusMode)) {
            await button.click();
          }
          await animationsFinished(tab);
          const { violations } = await new AxeBuilder({ page: tab }).setLegacyMode().analyze();
          expect.soft(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
        }
      }
    }
  });
}
