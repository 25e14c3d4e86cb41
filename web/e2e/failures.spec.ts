/** Failures stay local: code that does not load, a lost connection, a session that ends. */
import type { Page } from '@playwright/test';

import { logInAs, logInAsAdmin, newAdmin, newReader } from './people';
import { expect, test as siteTest } from './site';

/** Ignores console errors: these tests cause them. */
const test = siteTest.extend<{ pageErrors: string[] }>({
  pageErrors: async ({}, run) => {
    await run([]);
  },
});
const ARTICLE = '/blog/async-is-waiting-well';
const PHONE = { width: 360, height: 740 };

let accounts = 0;

/** Returns a name that no other run uses. */
function unique(name: string): string {
  accounts += 1;
  return `${name}-${Date.now().toString(36)}-${test.info().workerIndex}-${accounts}`;
}

async function hydrated(page: Page): Promise<void> {
  await expect(page.locator('#root[data-drawn]')).toBeAttached();
}

/** Returns the paths of the scripts and stylesheets that `walk` requests. */
async function chunksOf(page: Page, walk: () => Promise<void>): Promise<string[]> {
  const requested = new Set<string>();
  const note = (request: { url: () => string }) => {
    const { pathname } = new URL(request.url());
    if (/^\/assets\/.*\.(?:js|css)$/u.test(pathname)) {
      requested.add(pathname);
    }
  };
  page.on('request', note);
  await walk();
  page.off('request', note);
  return [...requested];
}

/** Whether the notice covers the footer at the end of the page. */
function noticeCovers(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const notice = document.querySelector('.notice')?.getBoundingClientRect();
    const last = document.querySelector('.site-footer')?.getBoundingClientRect();
    return Boolean(notice && last && last.bottom > notice.top);
  });
}

/** Opens an article and copies code, which loads the highlighter and the toasts. */
async function readArticle(page: Page): Promise<void> {
  await page.goto(ARTICLE);
  await page.waitForLoadState('networkidle');
  const copy = page.locator('.code-copy').first();
  await copy.click({ force: true });
  await page.waitForLoadState('networkidle');
}

/** Reads an article without one of its chunks. */
async function readWithout(page: Page, chunk: string): Promise<void> {
  await page.route(`**${chunk}`, (route) => route.abort());
  await readArticle(page);
  await expect(page.locator('.article h1'), chunk).toBeVisible();
  await expect(page.locator('.rich-text > *').first(), chunk).toBeVisible();
  // Without the client, the script in the document shows a notice; with it, a toast confirms the copy.
  const hydratedCount = await page.locator('#root[data-drawn]').count();
  if (hydratedCount === 0 && chunk.endsWith('.js')) {
    await expect(page.locator('.notice'), chunk).toContainText('go on reading');
  } else if (hydratedCount > 0) {
    await expect(page.getByText('Code copied to clipboard!'), chunk).toBeVisible();
  }
  await page.unroute(`**${chunk}`);
}

test('keeps an article readable whichever chunk fails', async ({ page, context }) => {
  test.setTimeout(300_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const chunks = await chunksOf(page, () => readArticle(page));
  expect(chunks.length).toBeGreaterThan(10);
  // Three pages at a time: each waits most of its time until nothing is requested any more.
  const pages = [page, await context.newPage(), await context.newPage()];
  await Promise.all(
    pages.map(async (page) => {
      for (let chunk = chunks.pop(); chunk !== undefined; chunk = chunks.pop()) {
        await readWithout(page, chunk);
      }
    }),
  );
});

test('shows an error on a page whose code fails to load, and loads it on a retry', async ({
  page,
  request,
}) => {
  test.setTimeout(300_000);
  await logInAsAdmin(page, await newAdmin(request, unique('failing')));
  for (const address of ['posts', 'users', 'comments', 'settings', 'new-blog']) {
    await page.goto('/admin/dashboard');
    await hydrated(page);
    await page.route('**/assets/*.js', (route) =>
      route.request().method() === 'GET' ? route.abort() : route.continue(),
    );
    await page
      .getByRole('navigation', { name: 'Main' })
      .first()
      .locator(`a[href="/admin/${address}"]`)
      .click();
    await expect(page.getByRole('heading', { level: 1 }), address).toHaveText(
      'This page could not be shown',
    );
    await expect(page.getByRole('navigation', { name: 'Main' }).first()).toBeVisible();
    await page.unroute('**/assets/*.js');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1 }), address).not.toHaveText(
      'This page could not be shown',
    );
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
});

test('shows an error in place of an editor that fails to load, and keeps the form', async ({
  page,
  request,
}) => {
  await logInAsAdmin(page, await newAdmin(request, unique('noeditor')));
  await page.route('**/assets/editor-surface-*.js', (route) => route.abort());
  await page.goto('/admin/new-blog');
  await page.getByLabel('Title').fill('Kept');
  await expect(page.getByText('The editor could not be loaded.')).toBeVisible();
  await page.unroute('**/assets/editor-surface-*.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('textbox', { name: 'Content' })).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Kept');
});

test('reloads the page when its code fails twice', async ({ page }) => {
  // Before the page opens: while idle it prefetches the code of the pages that it links to.
  await page.route('**/assets/login-*.js', (route) => route.abort());
  await page.goto('/');
  await hydrated(page);
  await page.getByRole('link', { name: 'Login' }).first().click();
  await page.getByRole('button', { name: 'Try again' }).click();
  const reload = page.getByRole('button', { name: 'Reload' });
  await expect(reload).toBeVisible();
  await page.unroute('**/assets/login-*.js');
  await reload.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
});

test('requests only the failed stylesheet again', async ({ page, request }) => {
  const document = await (await request.get('/')).text();
  const requested: string[] = [];
  await page.route('**/assets/*.css', (route) => {
    const { pathname } = new URL(route.request().url());
    if (document.includes(pathname)) {
      return route.continue();
    }
    requested.push(pathname);
    return requested.length === 1 ? route.abort() : route.continue();
  });
  await page.goto('/');
  await hydrated(page);
  await page.locator('.card-link').first().click();
  await expect(page.locator('.article h1')).toBeVisible();
  expect(requested[0]).toBeDefined();
  await expect.poll(() => requested.filter((path) => path === requested[0])).toHaveLength(2);
  expect(requested.slice(1).filter((path) => path !== requested[0]).length).toBe(
    new Set(requested).size - 1,
  );
  await expect(page.locator(`link[href$="${requested[0] ?? ''}"]`)).toHaveCount(1);
});

test('shows an error on a page opened after an update, and opens it after a reload', async ({
  page,
}) => {
  await page.goto(ARTICLE);
  await hydrated(page);
  await page.waitForLoadState('networkidle');
  await page.route('**/assets/**', (route) => route.fulfill({ status: 404, body: '' }));
  await page.getByRole('link', { name: 'Login' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The site was updated');
  await page.unroute('**/assets/**');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
});

test('offers a reload on an open page after an update, and keeps the page', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto(ARTICLE);
  await hydrated(page);
  await page.waitForLoadState('networkidle');
  // A newer version has none of the files of the open page.
  await page.route('**/assets/**', (route) => route.fulfill({ status: 404, body: '' }));
  await page.getByRole('button', { name: 'More' }).click();
  const notice = page.locator('.notice');
  await expect(notice).toContainText('The site was updated.');
  await expect(page.locator('.article h1')).toBeVisible();
  await page.screenshot({ path: 'test-results/notice-updated.png' });
  await page.unroute('**/assets/**');
  await notice.getByRole('button', { name: 'Reload' }).click();
  await hydrated(page);
  await expect(notice).toHaveCount(0);
  await page.getByRole('button', { name: 'More' }).click();
  await expect(page.getByRole('dialog', { name: 'More' })).toBeVisible();
});

test('keeps the page while offline and goes on when the connection is back', async ({
  page,
  context,
  request,
}) => {
  const { email } = await newReader(request, `${unique('offline')}@example.org`);
  await logInAs(page, email);
  await page.goto(ARTICLE);
  await hydrated(page);
  // Screen readers announce changes of a live region that already existed.
  await expect(page.locator('.notices[role="status"]')).toBeEmpty();
  await context.setOffline(true);
  await expect(page.locator('.notice')).toContainText('You are offline.');
  await page.evaluate(() => {
    window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' });
  });
  await expect.poll(() => noticeCovers(page)).toBe(false);
  await page.locator('.notice').getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.locator('.notice')).toHaveCount(0);
  const like = page.getByRole('button', { name: /^Like this post/u }).first();
  await like.click();
  await expect(
    page.getByText('You are offline. Check your connection and try again.'),
  ).toBeVisible();
  await expect(like).toHaveAttribute('aria-pressed', 'false');
  await page.getByLabel('Add a comment').fill('Written in a tunnel.');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(page.locator('.comment-lost')).toContainText('Your comment is kept here.');
  await expect(page.getByLabel('Add a comment')).toHaveValue('Written in a tunnel.');
  await page.screenshot({ path: 'test-results/notice-offline.png' });
  await context.setOffline(false);
  await expect(page.locator('.notice')).toHaveCount(0);
  await page.locator('.comment-lost').getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('.comment-list')).toContainText('Written in a tunnel.');
});

test('keeps a post that cannot be saved offline, without blaming its image, and saves it on a retry', async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const title = unique('A post from a train');
  await logInAsAdmin(page, await newAdmin(request, unique('train')));
  await page.goto('/admin/new-blog');
  await page.getByLabel('Title').fill(title);
  await page.getByRole('textbox', { name: 'Content' }).fill('Written on the way.');
  const image = `${baseURL ?? ''}/icon-512.png`;
  await page.getByLabel('Featured Image URL').fill(image);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Save Draft' }).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('You are offline.');
  await expect(page.getByLabel('Featured Image URL')).toHaveValue(image);
  await expect(page.getByLabel('Title')).toHaveValue(title);
  await context.setOffline(false);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Post Saved as Draft')).toBeVisible();
});

test('explains to an administrator how to like, without leaving the page', async ({
  page,
  request,
}) => {
  await logInAsAdmin(page, await newAdmin(request, unique('liking')));
  await page.goto(ARTICLE);
  await hydrated(page);
  await page
    .getByRole('button', { name: /^Like this post/u })
    .first()
    .click();
  await expect(
    page.getByText(
      'You are signed in as an administrator. Log out, then log in as a reader to like posts.',
    ),
  ).toBeVisible();
  await expect(page).toHaveURL(ARTICLE);
  await page.screenshot({ path: 'test-results/admin-likes.png' });
});

test('tells of an ended session on the page and at the login', async ({ page, request }) => {
  const { email } = await newReader(request, `${unique('ended')}@example.org`);
  await logInAs(page, email);
  // The server no longer knows the token.
  await page.evaluate(() => {
    localStorage.setItem('token', 'one that is over');
  });
  await page.goto('/profile');
  await expect(page).toHaveURL('/login');
  await expect(page.locator('.form-note')).toHaveText(
    'Your session has ended. Please log in again.',
  );
  await expect(page.getByText('Your session has ended.')).toHaveCount(1);
  await page.screenshot({ path: 'test-results/session-ended.png' });
});

test('tells of an ended session once in every tab', async ({ page, context, request }) => {
  const { email } = await newReader(request, `${unique('tabs')}@example.org`);
  await logInAs(page, email);
  const other = await context.newPage();
  await other.goto('/trending');
  await hydrated(other);
  await page.goto(ARTICLE);
  await hydrated(page);
  await page.route('**/api/**', (route) =>
    route.request().headers()['authorization']
      ? route.fulfill({
          status: 401,
          json: { success: false, code: 'unauthorized', message: 'Invalid token' },
        })
      : route.continue(),
  );
  await page
    .getByRole('button', { name: /^Like this post/u })
    .first()
    .click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Please login to like posts')).toBeVisible();
  await expect(other.getByText('Your session has ended. Please log in again.')).toBeVisible();
  await expect(other.getByRole('link', { name: 'Login' }).first()).toBeVisible();
  await expect(page.getByText('Your session has ended.')).toHaveCount(0);
});
