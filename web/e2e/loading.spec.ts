/** What a reader's browser goes through until an article stands. */
import type { Page } from '@playwright/test';

import { hold, holdClient } from './held-client';
import { layoutShifts } from './layout-shift';
import { adminToken, newAdmin, newReader, signIn } from './people';
import { expect, test } from './site';

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAADUlEQVR4nGP4zwAE/wEHAAH/4iOeWQAAAABJRU5ErkJggg==';
const ARTICLE = '/blog/async-is-waiting-well';
const SIZES = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1280, height: 900 },
];
/** A phone with a bad connection, in bytes a second: the fonts come long after the text. */
const SLOW_NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 90_000,
};

test('an article asks nobody but the site', async ({ page, baseURL }) => {
  const asked = new Set<string>();
  page.on('request', (request) => asked.add(new URL(request.url()).origin));
  await openArticle(page);
  expect([...asked]).toEqual([baseURL]);
});

for (const size of SIZES) {
  test(`nothing moves when the fonts come, ${size.width} px wide`, async ({ page }) => {
    await page.setViewportSize(size);
    await slowDown(page);
    await openArticle(page);
    expect(await layoutShifts(page)).toEqual([]);
  });
}

for (const size of SIZES) {
  test(`nothing moves when the posts of home come, ${size.width} px wide`, async ({ page }) => {
    await page.setViewportSize(size);
    await slowDown(page);
    // A picture from elsewhere may never come.
    await page.goto('/', { waitUntil: 'domcontentloaded' });
    await expect(page.locator('#root[data-drawn]')).toBeAttached();
    await expect(page.getByRole('article').first()).toBeVisible();
    await page.waitForFunction(() => document.fonts.status === 'loaded');
    expect(await layoutShifts(page)).toEqual([]);
  });
}

test('nothing moves where our font breaks a line elsewhere than the one before it', async ({
  page,
  request,
}) => {
  // 412 pixels are wide enough for this title in the one font, and not in the other.
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
  const { blog } = (await created.json()) as { blog: { _id: string } };
  await page.setViewportSize({ width: 412, height: 823 });
  const release = await hold(page, '**/*.woff2');
  await page.goto('/treasure', { waitUntil: 'domcontentloaded' });
  await expect(page.getByRole('article').first()).toContainText(title);
  await painted(page);
  release();
  await page.waitForFunction(async () => {
    await document.fonts.ready;
    return [...document.fonts].some(({ family, status }) => {
      return family.includes('Inter Variable') && status === 'loaded';
    });
  });
  await painted(page);
  expect(await layoutShifts(page)).toEqual([]);
  const gone = await request.delete(`/api/blogs/${blog._id}`, { headers });
  expect(gone.status()).toBe(200);
});

function painted(page: Page): Promise<void> {
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

/** Until its code is coloured and its fonts are there. */
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

test('a press before the client is there is not lost', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  const release = await holdClient(page);
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await page.getByRole('button', { name: 'Light theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  release();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('a like before the client is there is one of the reader who is signed in', async ({
  page,
  request,
}) => {
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

test.describe('a reader of another language', () => {
  test.use({ locale: 'de-DE' });

  test('is shown the article that the server drew, with dates as they are written there', async ({
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
