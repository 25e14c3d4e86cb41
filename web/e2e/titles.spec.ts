/** The document title is the same before and after hydration. */
import type { Page } from '@playwright/test';

import { adminToken, newAdmin, newReader, signIn, signInAsAdmin } from './people';
import { makeSeries } from './series';
import { expect, test } from './site';
import { publishPage } from './static-page';

const EVERYBODY = [
  '/',
  '/trending',
  '/trending?page=2',
  '/trending?window=week&page=2',
  '/treasure',
  '/treasure?page=2',
  '/treasure?category=System%20Design',
  '/treasure?tag=rust&page=2',
  '/tag/rust',
  '/tag/rust?page=2',
  '/tag/no-such-tag',
  '/author/amina-diallo',
  '/author/no-such-author',
  '/series/no-such-series',
  '/treasure?search=await',
  '/treasure?search=no-such-word-anywhere',
  '/treasure?page=4000',
  '/recent',
  '/blog/async-is-waiting-well',
  '/blog/no-such-post',
  '/profile/000000000000000000000000',
  '/no/such/page',
  '/page/no-such-page',
  '/about',
  '/undo-email-change',
  '/newsletter',
];
const VISITOR = [
  '/login',
  '/signup',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/admin/login',
  '/admin/signup',
  '/admin/join',
  '/setup',
];
const READER = [
  '/bookmarks',
  '/following',
  '/following?page=2',
  '/notifications',
  '/notifications?page=2',
  '/settings/mail',
  '/settings/security',
  '/profile',
];
const ADMIN = [
  '/admin/dashboard',
  '/admin/new-blog',
  '/admin/posts',
  '/admin/posts?page=2',
  '/admin/pages',
  '/admin/pages?page=2',
  '/admin/new-page',
  '/admin/tags',
  '/admin/tags?page=2',
  '/admin/series',
  '/admin/series?page=2',
  '/admin/users',
  '/admin/comments',
  '/admin/team',
  '/admin/team?page=2',
  '/admin/webhooks',
  '/admin/audit',
  '/admin/newsletter',
  '/admin/newsletter?page=2',
  '/admin/import',
  '/admin/redirects',
  '/admin/redirects?page=2',
  '/admin/notifications',
  '/admin/settings',
  '/admin/security',
];

test.describe('the client sets the same title as the server', () => {
  test('for visitors', async ({ page, request }) => {
    test.slow();
    const reader = await newReader(request);
    const token = await adminToken(request, await newAdmin(request, 'titles'));
    const { path: rules } = await publishPage(request, token, 'Rules & manners');
    const series = await makeSeries(request, token, 'Parts & pieces', ['ship-small-containers']);
    for (const path of [
      ...EVERYBODY,
      ...VISITOR,
      `/profile/${reader.id}`,
      rules,
      series.path,
      '/blog/ship-small-containers',
    ]) {
      await expectSameTitle(page, path);
    }
  });

  test('for readers', async ({ page, request }) => {
    const reader = await newReader(request);
    await signIn(page, reader.email);
    for (const path of [...READER, `/profile/${reader.id}`]) {
      await expectSameTitle(page, path);
    }
  });

  test('for administrators', async ({ page, request }) => {
    const email = await newAdmin(request, 'titles');
    await signInAsAdmin(page, email);
    const token = await adminToken(request, email);
    const { id } = await publishPage(request, token, 'Rules');
    const series = await makeSeries(request, token, 'In the panel');
    const editor = `/admin/edit-page/${id}`;
    for (const path of [
      ...ADMIN,
      editor,
      `${editor}/history`,
      `/admin/series/${series.id}`,
      '/admin/edit-blog/ship-small-containers/analytics',
    ]) {
      await expectSameTitle(page, path);
    }
  });
});

test('shows the page number of a list in the title', async ({ page }) => {
  await page.goto('/treasure');
  await page.getByRole('link', { name: 'Page 2', exact: true }).click();
  await expect(page).toHaveTitle('Blog Treasure – Page 2 · Community Blog');
});

/** Compares the title in the server's document with the title after hydration. */
async function expectSameTitle(page: Page, path: string): Promise<void> {
  const response = await page.request.get(path);
  const sent = /<title>(.*?)<\/title>/su.exec(await response.text())?.[1] ?? '';
  expect(sent, path).not.toBe('');
  await page.goto(path);
  await expect(page.locator('#root[data-drawn]'), path).toBeAttached();
  await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible();
  await expect(page, path).toHaveURL(path);
  await expect(page, path).toHaveTitle(unescaped(sent));
}

/** Returns the text of HTML that the server's templates escaped. */
function unescaped(html: string): string {
  return html.replaceAll(/&#(\d+);|&amp;/gu, (_, code?: string) =>
    code === undefined ? '&' : String.fromCodePoint(Number(code)),
  );
}
