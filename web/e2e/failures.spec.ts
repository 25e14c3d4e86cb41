/** What fails stays where it fails: code that does not come, no connection, a session that ends. */
import type { Page } from '@playwright/test';

import { logInAs, logInAsAdmin, newAdmin, newReader } from './people';
import { expect, test as siteTest } from './site';

/** What the browser complains about is what these journeys cause. */
const test = siteTest.extend<{ complaints: string[] }>({
  complaints: async ({}, run) => {
    await run([]);
  },
});
const ARTICLE = '/blog/async-is-waiting-well';
const PHONE = { width: 360, height: 740 };

let accounts = 0;

/** A name that no other run has. */
function unique(name: string): string {
  accounts += 1;
  return `${name}-${Date.now().toString(36)}-${test.info().workerIndex}-${accounts}`;
}

async function drawn(page: Page): Promise<void> {
  await expect(page.locator('#root[data-drawn]')).toBeAttached();
}

/** The scripts and stylesheets that a browser asks for on this walk, and no others. */
async function chunksOf(page: Page, walk: () => Promise<void>): Promise<string[]> {
  const asked = new Set<string>();
  const note = (request: { url: () => string }) => {
    const { pathname } = new URL(request.url());
    if (/^\/assets\/.*\.(?:js|css)$/u.test(pathname)) {
      asked.add(pathname);
    }
  };
  page.on('request', note);
  await walk();
  page.off('request', note);
  return [...asked];
}

/** Whether the notice stands over the last thing of the page, where there is nothing more to scroll. */
function noticeCovers(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const notice = document.querySelector('.notice')?.getBoundingClientRect();
    const last = document.querySelector('.site-footer')?.getBoundingClientRect();
    return Boolean(notice && last && last.bottom > notice.top);
  });
}

/** Reads an article and uses what comes later: code in colours, a picture, the toasts. */
async function readArticle(page: Page): Promise<void> {
  await page.goto(ARTICLE);
  await page.waitForLoadState('networkidle');
  const copy = page.locator('.code-copy').first();
  await copy.click({ force: true });
  await page.waitForLoadState('networkidle');
}

test('an article stands whichever chunk fails', async ({ page, context }) => {
  test.setTimeout(300_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const chunks = await chunksOf(page, () => readArticle(page));
  expect(chunks.length).toBeGreaterThan(10);
  for (const chunk of chunks) {
    await page.route(`**${chunk}`, (route) => route.abort());
    await readArticle(page);
    await expect(page.locator('.article h1'), chunk).toBeVisible();
    await expect(page.locator('.rich-text > *').first(), chunk).toBeVisible();
    // What stood for the article says so where the client did not come; else the copy is told of.
    const isTaken = await page.locator('#root[data-drawn]').count();
    if (isTaken === 0 && chunk.endsWith('.js')) {
      await expect(page.locator('.notice'), chunk).toContainText('go on reading');
    } else if (isTaken > 0) {
      await expect(page.getByText('Code copied to clipboard!'), chunk).toBeVisible();
    }
    await page.unroute(`**${chunk}`);
  }
});

test('each page says so where its code does not come, and comes when it is tried again', async ({
  page,
  request,
}) => {
  test.setTimeout(300_000);
  await logInAsAdmin(page, await newAdmin(request, unique('failing')));
  for (const address of ['posts', 'users', 'comments', 'settings', 'new-blog']) {
    await page.goto('/admin/dashboard');
    await drawn(page);
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

test('the editor says that it did not come, and keeps the form', async ({ page, request }) => {
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

test('code that fails twice is asked for by loading the page anew', async ({ page }) => {
  // Before the page is opened: it fetches the code of the pages that it links to when it has nothing else to do.
  await page.route('**/assets/login-*.js', (route) => route.abort());
  await page.goto('/');
  await drawn(page);
  await page.getByRole('link', { name: 'Login' }).first().click();
  await page.getByRole('button', { name: 'Try again' }).click();
  const reload = page.getByRole('button', { name: 'Reload' });
  await expect(reload).toBeVisible();
  await page.unroute('**/assets/login-*.js');
  await reload.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
});

test('only a stylesheet that failed is asked for again', async ({ page, request }) => {
  const document = await (await request.get('/')).text();
  const asked: string[] = [];
  await page.route('**/assets/*.css', (route) => {
    const { pathname } = new URL(route.request().url());
    if (document.includes(pathname)) {
      return route.continue();
    }
    asked.push(pathname);
    return asked.length === 1 ? route.abort() : route.continue();
  });
  await page.goto('/');
  await drawn(page);
  await page.locator('.card-link').first().click();
  await expect(page.locator('.article h1')).toBeVisible();
  expect(asked[0]).toBeDefined();
  await expect.poll(() => asked.filter((path) => path === asked[0])).toHaveLength(2);
  expect(asked.slice(1).filter((path) => path !== asked[0]).length).toBe(new Set(asked).size - 1);
  await expect(page.locator(`link[href$="${asked[0] ?? ''}"]`)).toHaveCount(1);
});

test('after an update a page that is opened says so, and opens once it is loaded anew', async ({
  page,
}) => {
  await page.goto(ARTICLE);
  await drawn(page);
  await page.waitForLoadState('networkidle');
  await page.route('**/assets/**', (route) => route.fulfill({ status: 404, body: '' }));
  await page.getByRole('link', { name: 'Login' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The site was updated');
  await page.unroute('**/assets/**');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
});

test('after an update an open page asks to be loaded again, and stays as it is', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto(ARTICLE);
  await drawn(page);
  await page.waitForLoadState('networkidle');
  // A newer program knows none of the files of the page that is open.
  await page.route('**/assets/**', (route) => route.fulfill({ status: 404, body: '' }));
  await page.getByRole('button', { name: 'More' }).click();
  const notice = page.locator('.notice');
  await expect(notice).toContainText('The site was updated.');
  await expect(page.locator('.article h1')).toBeVisible();
  await page.screenshot({ path: 'test-results/notice-updated.png' });
  await page.unroute('**/assets/**');
  await notice.getByRole('button', { name: 'Reload' }).click();
  await drawn(page);
  await expect(notice).toHaveCount(0);
  await page.getByRole('button', { name: 'More' }).click();
  await expect(page.getByRole('dialog', { name: 'More' })).toBeVisible();
});

test('offline the page says so, keeps what is there and goes on when the connection is back', async ({
  page,
  context,
  request,
}) => {
  const { email } = await newReader(request, `${unique('offline')}@example.org`);
  await logInAs(page, email);
  await page.goto(ARTICLE);
  await drawn(page);
  // What is said is heard in a region that was there before.
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

test('offline a post is not lost, its image is not blamed, and saving can be tried again', async ({
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

test('an administrator who presses Like is told what to do, and stays', async ({
  page,
  request,
}) => {
  await logInAsAdmin(page, await newAdmin(request, unique('liking')));
  await page.goto(ARTICLE);
  await drawn(page);
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

test('a session that ended says so, where it is noticed and at the login', async ({
  page,
  request,
}) => {
  const { email } = await newReader(request, `${unique('ended')}@example.org`);
  await logInAs(page, email);
  // The server knows the token no more.
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

test('a session that ended is told of once in every tab', async ({ page, context, request }) => {
  const { email } = await newReader(request, `${unique('tabs')}@example.org`);
  await logInAs(page, email);
  const other = await context.newPage();
  await other.goto('/trending');
  await drawn(other);
  await page.goto(ARTICLE);
  await drawn(page);
  await page.route('**/api/**', (route) =>
    route.request().headers()['authorization']
      ? route.fulfill({ status: 401, json: { success: false, message: 'Invalid token' } })
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
