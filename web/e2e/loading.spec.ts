/** The loading of a page: layout shifts, requests, and input before hydration. */
import type { Page } from '@playwright/test';

import { hold, holdClient } from './hold-requests';
import { layoutShifts } from './layout-shift';
import { adminToken, newAdmin, newReader, signIn } from './people';
import { PIXEL } from './pixel';
import { expect, test } from './site';

const ARTICLE = '/blog/async-is-waiting-well';
const SIZES = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1280, height: 900 },
];
/** A slow mobile connection, in bytes a second: the fonts load long after the text. */
const SLOW_NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 90_000,
};

test('sends requests for an article to the site alone', async ({ page, baseURL }) => {
  const origins = new Set<string>();
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  await openArticle(page);
  expect([...origins]).toEqual([baseURL]);
});

for (const size of SIZES) {
  test(`shifts no layout when the fonts load, ${size.width} px wide`, async ({ page }) => {
    await page.setViewportSize(size);
    await slowDown(page);
    await openArticle(page);
    expect(await layoutShifts(page)).toEqual([]);
  });
}

for (const size of SIZES) {
  test(`shifts no layout when the posts of home load, ${size.width} px wide`, async ({ page }) => {
    await page.setViewportSize(size);
    await slowDown(page);
    // An image of another site may never load.
    await page.goto('/', { waitUntil: 'domcontentloaded' });
    await expect(page.locator('#root[data-drawn]')).toBeAttached();
    await expect(page.getByRole('article').first()).toBeVisible();
    await page.waitForFunction(() => document.fonts.status === 'loaded');
    expect(await layoutShifts(page)).toEqual([]);
  });
}

test('shifts no layout where the web font wraps a title differently from the fallback font', async ({
  page,
  request,
}) => {
  // At 412 pixels this title fits on a line in only one of the two fonts.
  const title = 'Announcing the LLVM ICE-breaker group';
  const author = await adminToken(request, await newAdmin(request, 'breaker'));
  const headers = { authorization: `Bearer ${author}` };
  const created = await request.post('/api/blogs/create', {
    headers,
    data: {
      title,
      content: '<p>Words.</p>',
      category: 'Other',
      tags: [],
      featuredImage: PIXEL,
      status: 'published',
    },
  });
  expect(created.status()).toBe(201);
  const { blog: post } = (await created.json()) as { blog: { _id: string } };
  await page.setViewportSize({ width: 412, height: 823 });
  const release = await hold(page, '**/*.woff2');
  await page.goto('/treasure', { waitUntil: 'domcontentloaded' });
  await expect(page.getByRole('article').first()).toContainText(title);
  await nextPaint(page);
  release();
  await page.waitForFunction(async () => {
    await document.fonts.ready;
    return [...document.fonts].some(({ family, status }) => {
      return family.includes('Inter Variable') && status === 'loaded';
    });
  });
  await nextPaint(page);
  expect(await layoutShifts(page)).toEqual([]);
  const deleted = await request.delete(`/api/blogs/${post._id}`, { headers });
  expect(deleted.status()).toBe(200);
});

function nextPaint(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => {
          requestAnimationFrame(() => {
            resolve();
          });
        });
      }),
  );
}

async function slowDown(page: Page) {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', SLOW_NETWORK);
}

/** Opens the article and waits for its highlighted code and its fonts. */
async function openArticle(page: Page) {
  await page.goto(ARTICLE);
  await expect(page.locator('.code-keyword').first()).toBeVisible();
  await page.waitForFunction(async () => {
    await document.fonts.ready;
    const loaded = [...document.fonts].filter(({ status }) => status === 'loaded');
    const families = new Set(loaded.map(({ family }) => family.replaceAll('"', '')));
    return ['Inter Variable', 'Source Serif 4 Variable', 'JetBrains Mono Variable'].every((name) =>
      families.has(name),
    );
  });
}

test('replays a click from before hydration', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  const release = await holdClient(page);
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await page.getByRole('button', { name: 'Light theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  release();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('replays a like from before hydration as the signed-in reader', async ({ page, request }) => {
  const reader = await newReader(request);
  await signIn(page, reader.email);
  const release = await holdClient(page);
  await page.goto(ARTICLE, { waitUntil: 'domcontentloaded' });
  const like = page.getByRole('button', { name: /^Like this post/u }).first();
  const liked = page.waitForResponse('**/api/blogs/*/like');
  await like.click();
  release();
  expect(await (await liked).json()).toMatchObject({ isLiked: true });
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(ARTICLE);
});

test.describe('in another locale', () => {
  test.use({ locale: 'de-DE' });

  test('keeps the article that the server rendered and formats its dates for the locale', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        document.querySelector('.article')?.setAttribute('data-by-server', '');
      });
    });
    await page.goto(ARTICLE);
    await expect(page.locator('#root[data-drawn]')).toBeAttached();
    await expect(page.locator('.article[data-by-server] .article-facts time')).toHaveText(
      /^\d\d\.\d\d\.\d{4}$/u,
    );
  });
});
