/** The analytics of a post: from a visitor who comes from another site and reads to the end, to the author's page. */
import { readFile } from 'node:fs/promises';

import type { APIRequestContext, Page } from '@playwright/test';

import { unique } from './accounts';
import { expectNoViolations } from './axe';
import { browserOf } from './editing';
import { tabTo } from './keyboard';
import { adminToken, newAdmin } from './people';
import { PIXEL } from './pixel';
import { expect, test } from './site';
import { newMember } from './staff';

const SIZES = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];
/** A third of the reading time of a minute, and some more for a busy machine. */
const READ_TIMEOUT_MS = 90_000;

type Post = { _id: string; slug: string };
type Figures = { analytics: { views: number; finished: number } };

async function publish(request: APIRequestContext, token: string, title: string): Promise<Post> {
  const paragraph = `<p>${'Words that fill a line of the page. '.repeat(10)}</p>`;
  const response = await request.post('/api/blogs/create', {
    headers: { authorization: `Bearer ${token}` },
    data: {
      title,
      content: paragraph.repeat(2),
      category: 'Other',
      tags: [],
      featuredImage: PIXEL,
      status: 'published',
    },
  });
  expect(response.status()).toBe(201);
  const { blog } = (await response.json()) as { blog: Post };
  return blog;
}

/** Opens a page, and waits until its view is counted. */
async function view(page: Page, { _id, slug }: Post, referer?: string): Promise<string> {
  const counted = page.waitForResponse((response) => response.url().endsWith(`/${_id}/view`));
  await page.goto(`/blog/${slug}`, referer === undefined ? {} : { referer });
  const response = await counted;
  expect(response.status()).toBe(200);
  return response.request().postData() ?? '';
}

/** Checks that nothing is wider than the window, in both themes and at all sizes. */
async function expectFits(page: Page): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(beyond, `at ${size.width}`).toBe(0);
    await expectNoViolations(page);
    await page.screenshot({ path: `test-results/analytics-${size.width}.png`, fullPage: true });
  }
}

test('an author sees where a reader came from, and that they read to the end', async ({
  page: visitor,
  browser,
  request,
  baseURL,
}) => {
  test.setTimeout(240_000);
  const chief = await newAdmin(request, 'chief');
  const { email } = await newMember(request, chief, 'author');
  const token = await adminToken(request, email);
  const title = unique('Read to the end');
  const post = await publish(request, token, title);
  const figures = async () => {
    const response = await request.get(`/api/blogs/${post._id}/analytics`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return ((await response.json()) as Figures).analytics;
  };

  await test.step('a visitor comes from another site and reads', async () => {
    const sent = await view(visitor, post, 'http://news.example.com/item?id=secret');
    expect(sent).toContain('"referrer":"http://news.example.com"');
    expect(sent).not.toContain('secret');
    expect(await visitor.context().cookies()).toEqual([]);
    await visitor.evaluate(() => {
      window.scrollTo(0, document.body.scrollHeight);
    });
    await expect.poll(async () => (await figures()).finished, { timeout: READ_TIMEOUT_MS }).toBe(1);
  });

  await test.step('who comes to the post from a page of the site has no referrer', async () => {
    await visitor.goto('/', { referer: 'http://news.example.com/' });
    const counted = visitor.waitForRequest((sent) => sent.url().endsWith(`/${post._id}/view`));
    await visitor.getByRole('link', { name: title }).first().click();
    expect((await counted).postData() ?? '').not.toContain('referrer');
  });

  const { context, page: panel } = await browserOf(browser, request, email, baseURL);
  await test.step('the author finds the figures from the list of posts, by the keyboard', async () => {
    await panel.goto('/admin/posts');
    await tabTo(panel, panel.getByRole('link', { name: `Analytics of ${title}` }));
    await panel.keyboard.press('Enter');
    await expect(panel.getByRole('heading', { level: 1, name: 'Analytics' })).toBeFocused();
    const sites = panel.getByRole('table', { name: 'Where readers come from' });
    await expect(sites.getByRole('row', { name: 'news.example.com' })).toBeVisible();
    await expect(panel.locator('.stat-card', { hasText: 'Read to the end' })).toContainText('100%');
    await expect(panel.locator('.views-plot canvas')).toBeVisible();
  });

  await test.step('at all sizes and in both themes', async () => {
    await panel.getByText('Figures of each day').click();
    await expect(panel.getByRole('row')).not.toHaveCount(0);
    await expectFits(panel);
  });

  await test.step('of a year, as weeks', async () => {
    await panel.getByRole('link', { name: '1 year' }).click();
    await expect(panel).toHaveURL(/days=365$/u);
    await expect(panel.getByText('Last 365 days')).toBeVisible();
    await panel.reload();
    await expect(panel.getByText('Last 365 days')).toBeVisible();
  });

  await test.step('and downloads them', async () => {
    const saving = panel.waitForEvent('download');
    await panel.getByRole('button', { name: 'Download sites' }).click();
    const file = await (await saving).path();
    expect(await readFile(file, 'utf8')).toBe('host,views\nnews.example.com,1\n');
  });
  await context.close();

  await test.step('another author does not see them', async () => {
    const other = await newMember(request, chief, 'author');
    const stranger = await browserOf(browser, request, other.email, baseURL);
    await stranger.page.goto(`/admin/edit-blog/${post._id}/analytics`);
    await expect(
      stranger.page.getByRole('heading', { name: 'You may not use this page' }),
    ).toBeVisible();
    await expectNoViolations(stranger.page);
    await stranger.context.close();
  });
});
