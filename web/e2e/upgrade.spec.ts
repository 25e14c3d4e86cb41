/** A page that is open while another version of the program replaces the one that served it. */
import type { Locator, Page, Request } from '@playwright/test';

import { hold } from './hold-requests';
import { type NextVersion, makeNextVersion } from './next-version';
import { newReader, signIn } from './people';
import { expect, test as siteTest } from './site';
import type { Site } from './start-site';

const ARTICLE = '/blog/async-is-waiting-well';
const PHONE = { width: 360, height: 740 };

type Fixtures = {
  /** The next version; the site gets its first program back after the test. */
  next: NextVersion;
  /** The requests of the page without a response. */
  underWay: Set<Request>;
};

const test = siteTest.extend<Fixtures>({
  underWay: async ({ page }, run) => {
    const underWay = new Set<Request>();
    page.on('request', (request) => underWay.add(request));
    page.on('requestfinished', (request) => underWay.delete(request));
    page.on('requestfailed', (request) => underWay.delete(request));
    await run(underWay);
  },
  next: async ({ page, site }, run) => {
    const next = makeNextVersion(site.program);
    await run(next);
    // An open page would send requests while no program listens.
    await page.close();
    await site.replace(site.program);
    next.remove();
  },
});

test.use({ viewport: PHONE, permissions: ['clipboard-read', 'clipboard-write'] });

/**
 * Starts another program. Requests that the page makes while none listens wait for it; the page prefetches when it is
 * idle, also after the network was.
 */
async function replaceProgram(
  page: Page,
  site: Site,
  program: string,
  underWay: ReadonlySet<Request>,
): Promise<void> {
  const held = new Set<Request>();
  const release = await hold(page, '**/*', held);
  await expect.poll(() => [...underWay].filter((request) => !held.has(request))).toEqual([]);
  await site.replace(program);
  release();
}

async function openArticle(page: Page): Promise<void> {
  await page.goto(ARTICLE);
  await expect(page.locator('#root[data-drawn]')).toBeAttached();
  await page.waitForLoadState('networkidle');
}

/** Returns the first script of the page's client, which identifies its version. */
function clientOf(page: Page): Promise<string | null> {
  return page.locator('meta[name="client"]').getAttribute('content');
}

function likeButton(page: Page): Locator {
  return page.getByRole('button', { name: /^Like this post/u }).first();
}

async function copyCode(page: Page): Promise<void> {
  await page.locator('.code-copy').first().click({ force: true });
  await expect(page.getByText('Code copied to clipboard!')).toBeVisible();
}

async function openMore(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
}

/** Expects the unchanged article and one notice of the update. */
async function expectUpdateNotice(page: Page, text: string): Promise<void> {
  const notice = page.locator('.notices .notice');
  await expect(notice).toContainText('The site was updated.');
  await expect(notice.getByRole('button', { name: 'Reload' })).toBeVisible();
  await expect(page.locator('.article h1')).toBeVisible();
  expect(await page.locator('.article .rich-text').innerText()).toBe(text);
}

/** Loads the new version by the button of the notice. */
async function reload(page: Page, oldClient: string | null): Promise<void> {
  await page.locator('.notices').getByRole('button', { name: 'Reload' }).click();
  await expect(page.locator('meta[name="client"]')).not.toHaveAttribute('content', oldClient ?? '');
  await expect(page.locator('#root[data-drawn]')).toBeAttached();
  await expect(page.locator('.notices .notice')).toHaveCount(0);
}

for (const [use, act] of [
  ['copies code', copyCode],
  ['opens More', openMore],
] as const) {
  test(`keeps a page of the previous version when a visitor ${use}`, async ({
    page,
    site,
    next,
    underWay,
  }) => {
    await openArticle(page);
    const [client, text] = [await clientOf(page), await page.locator('.rich-text').innerText()];
    await replaceProgram(page, site, next.program, underWay);
    await act(page);
    await expectUpdateNotice(page, text);
    await reload(page, client);
    await openMore(page);
    await expect(page.getByRole('dialog', { name: 'More', exact: true })).toBeVisible();
  });
}

test('leads a visitor who likes to the login of the new version', async ({
  page,
  site,
  next,
  underWay,
}) => {
  await openArticle(page);
  await replaceProgram(page, site, next.program, underWay);
  await likeButton(page).click();
  await expect(page.getByText('Please login to like posts')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The site was updated');
  await page.locator('.state-page').getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
  await expect(page.getByLabel('Email')).toBeVisible();
});

test('keeps a reader signed in across an upgrade', async ({
  page,
  request,
  site,
  next,
  underWay,
}) => {
  const { email } = await newReader(request);
  await signIn(page, email);
  await openArticle(page);
  const [client, text] = [await clientOf(page), await page.locator('.rich-text').innerText()];
  const count = Number(await likeButton(page).textContent());
  await replaceProgram(page, site, next.program, underWay);

  await likeButton(page).click();
  await expect(likeButton(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(likeButton(page)).toHaveText(String(count + 1));
  await copyCode(page);
  await openMore(page);
  await expectUpdateNotice(page, text);
  await page.screenshot({ path: 'test-results/notice-upgrade.png' });

  await reload(page, client);
  await expect(likeButton(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(likeButton(page)).toHaveText(String(count + 1));
  await openMore(page);
  await expect(page.getByRole('dialog', { name: 'More', exact: true })).toContainText('Logout');
  await page.keyboard.press('Escape');
  await page.getByLabel('Add a comment').fill('Written in the new version.');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(page.locator('.comment-list')).toContainText('Written in the new version.');
});
