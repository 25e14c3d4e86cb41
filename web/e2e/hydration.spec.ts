/** The pages that the server renders, and their hydration. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { holdClient } from './hold-requests';
import { layoutShifts } from './layout-shift';
import { type RunningSite, runSite } from '../scripts/running-site.mjs';
import { PASSWORD, ROOT_EMAIL } from './accounts';
import { publishWithAuthors } from './co-authored';
import { filledCollections } from './filled-collections';
import { OWN_ARTICLES, ownPosts } from './fixture-posts';
import { newReader, signIn } from './people';
import { FIRST_ADMIN } from './start-site';
import { expect, test } from './site';

/** The file of further posts. */
const CORPUS = process.env['CORPUS'] && join(process.env['CORPUS'], 'posts.jsonl');
const FURTHER_ARTICLES_MAX = 10;
const ARTICLES = [...OWN_ARTICLES, ...(CORPUS ? furtherArticles(CORPUS) : [])];
const LISTS = [
  '/',
  '/trending',
  '/trending?page=2',
  '/trending?window=week',
  '/treasure',
  '/treasure?category=Other&page=2',
  '/treasure?search=rust&sort=oldest',
  '/treasure?search=no-such-word-anywhere',
  '/treasure?search=sqlte',
  '/treasure?search=%22rate+limiter%22+-kotlin+category%3Asystem',
  '/treasure?search=amina',
  '/treasure?page=4000',
  '/treasure?author=01a1fcb0-b5b0-7156-81ed-654973130318',
  '/treasure?author=not-an-id',
  '/tag/rust',
  '/tag/rust?page=2',
  '/author/amina-diallo',
  '/author/ada?page=4000',
  '/trending?page=1e1',
];
const PAGES = ['/newsletter'];
const MISSING = [
  '/no-such-page',
  '/blog/no-such-post',
  '/profile/no-such-reader',
  '/page/no-such-page',
  '/tag/no-such-tag',
  '/author/no-such-author',
  '/series/no-such-series',
];
/** Pages whose content the client alone knows. */
const CLIENT_CONTENT = ['/recent', '/treasure?author=no-such-author'];
const SERVER_RENDERED = /(<div id="root">).*(<\/div>\s<script type="application\/json")/su;
const OTHER_ORIGIN = /^https?:\/\/(?!127\.0\.0\.1)/;
const VIEWS = '**/api/blogs/*/view';
const EMPTY_SCRIPT = { contentType: 'text/javascript' };
const PICTURE = {
  contentType: 'image/svg+xml',
  body: '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"/>',
};
/** The authors of one more post. */
const AUTHORS = ['ada', 'bo', 'cy', 'di'];
const NEW_ADMIN = ['admin', 'create', '--password-stdin'];
const WIDTHS = [360, 768, 1440];
const ROUNDING_PX = 1.5;
/** Images of other origins may load late and are painted again. */
const SETTLED_MS = 10_000;

test.describe.configure({ mode: 'serial' });

let site: RunningSite | null = null;
let authorLists: string[] = [];
let profile = '';
/** The paths of posts with several authors. */
let shared: string[] = [];
/** Static pages, and previews of drafts. */
let written: string[] = [];
/** A series, its posts and a tag with a picture. */
let collections: string[] = [];
/** Parts of the comments on posts. */
let conversations: string[] = [];
const at = (path: string) => `${site?.address ?? ''}${path}`;

test.beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'blog-hydration-'));
  const posts = join(folder, 'posts.jsonl');
  writeFileSync(posts, ownPosts());
  site = await runSite([
    { arguments: ['seed', 'demo'] },
    { arguments: ['import', 'posts', posts] },
    ...(CORPUS ? [{ arguments: ['import', 'posts', CORPUS] }] : []),
    ...AUTHORS.map((name) => ({
      arguments: [...NEW_ADMIN, '--username', name, '--email', `${name}@example.org`],
      input: PASSWORD,
    })),
    { arguments: [...FIRST_ADMIN, '--password-stdin'], input: PASSWORD },
  ]);
  rmSync(folder, { recursive: true });
  shared = await publishWithAuthors(site.address, AUTHORS);
  authorLists = await listsOfAuthor();
  profile = await profileOfCommenter();
  const token = await tokenOfAdmin();
  written = [await previewOfDraft(token), ...(await staticPages(token))];
  conversations = await partsOfComments(token);
  collections = await filledCollections(site.address, token);
});

/** Returns the slugs of posts that are spread evenly over a file. */
function furtherArticles(file: string): string[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  const step = Math.ceil(lines.length / FURTHER_ARTICLES_MAX);
  return lines
    .filter((_, index) => index % step === 0)
    .map((line) => (JSON.parse(line) as { slug: string }).slug);
}

/** Returns the lists of an author with two pages of posts. */
async function listsOfAuthor(): Promise<string[]> {
  const response = await fetch(at('/api/blogs/everything-at-once'));
  const { blog: post } = (await response.json()) as { blog: { author: { _id: string } } };
  const address = `/treasure?author=${post.author._id}`;
  return [address, `${address}&page=2`, `${address}&sort=oldest&search=no-such-word-anywhere`];
}

/** Returns the profile of a reader. */
async function profileOfCommenter(): Promise<string> {
  const response = await fetch(at('/api/blogs/async-is-waiting-well'));
  const { blog: post } = (await response.json()) as {
    blog: { comments: { user: { _id: string } }[] };
  };
  return `/profile/${post.comments[0]?.user._id ?? ''}`;
}

async function post<Body>(path: string, data: object, token = ''): Promise<Body> {
  const response = await fetch(at(path), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== '' && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(data),
  });
  expect(response.ok, await response.clone().text()).toBe(true);
  return (await response.json()) as Body;
}

async function tokenOfAdmin(): Promise<string> {
  const credentials = { email: ROOT_EMAIL, password: PASSWORD };
  const { token } = await post<{ token: string }>('/api/admin/login', credentials);
  return token;
}

/** Returns the addresses of pages of threads, of comments on them and of replies. */
async function partsOfComments(token: string): Promise<string[]> {
  const write = (content: string, parentId?: string) =>
    post<{ comment: { _id: string } }>(
      '/api/admin/blogs/honest-baselines/comments',
      { content, parentId },
      token,
    );
  const ids: string[] = [];
  for (let number = 1; number <= 25; number += 1) {
    const { comment } = await write(`Remark ${number}`, number > 2 ? ids[0] : undefined);
    ids.push(comment._id);
  }
  for (let number = 1; number <= 20; number += 1) {
    await write(`Thread ${number}`);
  }
  const flaky = await fetch(at('/api/blogs/flaky-tests-are-bugs/comments'));
  const { comments } = (await flaky.json()) as { comments: { _id: string; depth: number }[] };
  const deepest = comments.toSorted((one, other) => other.depth - one.depth)[0];
  return [
    `/blog/flaky-tests-are-bugs?comment=${deepest?._id ?? ''}`,
    '/blog/honest-baselines',
    '/blog/honest-baselines?comments=2',
    '/blog/honest-baselines?comments=2&sort=oldest',
    '/blog/honest-baselines?comments=9',
    `/blog/honest-baselines?comment=${ids[24] ?? ''}&sort=oldest`,
    `/blog/honest-baselines?comment=${ids[24] ?? ''}&replies=1`,
  ];
}

/** Returns the path of the preview link of a draft. */
async function previewOfDraft(token: string): Promise<string> {
  const draft = {
    title: 'A draft that is shown around',
    content: '<h2>One</h2><p>Words.</p><h2>Two</h2><p>Words.</p><h2>Three</h2><p>Words.</p>',
    category: 'Other',
    tags: ['rust'],
    featuredImage: at('/icon-512.png'),
    status: 'draft',
  };
  const { blog } = await post<{ blog: { _id: string } }>('/api/blogs/create', draft, token);
  const address = `/api/blogs/${blog._id}/preview-link`;
  const { url } = await post<{ url: string }>(address, { days: 1 }, token);
  return new URL(url).pathname;
}

/** Returns the paths of static pages, and of the preview link of one. */
async function staticPages(token: string): Promise<string[]> {
  const write = async (title: string, status: string) => {
    const content = '<h2>One</h2><p>Words.</p><h2>Two</h2><p>Words.</p><h2>Three</h2><p>Words.</p>';
    const draft = { title, description: '', content, status };
    const { page } = await post<{ page: { _id: string; path: string } }>(
      '/api/admin/pages',
      draft,
      token,
    );
    return page;
  };
  const published = [await write('About', 'published'), await write('Rules', 'published')];
  const { _id: id } = await write('A draft', 'draft');
  const address = `/api/admin/pages/${id}/preview-link`;
  const { url } = await post<{ url: string }>(address, { days: 1 }, token);
  return [...published.map(({ path }) => path), new URL(url).pathname];
}

/** Returns the pages that server and client render alike. */
function sharedPages(): string[] {
  return [
    ...LISTS,
    ...authorLists,
    ...PAGES,
    ...MISSING,
    profile,
    ...shared,
    ...written,
    ...conversations,
    ...collections,
    ...ARTICLES.map((slug) => `/blog/${slug}`),
  ];
}

test.afterAll(async () => {
  await site?.stop();
});

/** Returns the outline of a page as the server rendered it; the scripts of `page` are empty. */
async function serverOutline(page: Page, path: string) {
  await page.goto(at(path));
  return outlineOf(page);
}

/** Opens a page and waits for hydration. */
async function openHydrated(page: Page, path: string) {
  await page.goto(at(path));
  await expect(page.locator('#root[data-drawn]')).toBeAttached();
}

/** Opens a page without the elements that the server rendered: the client renders all of them. */
async function openClientRendered(page: Page, path: string) {
  const isDocument = (url: URL) => url.href === at(path);
  await page.route(isDocument, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const body = html.replace(SERVER_RENDERED, '$1$2');
    expect(body.length, path).toBeLessThan(html.length);
    await route.fulfill({ response, body });
  });
  await openHydrated(page, path);
  await page.unroute(isDocument);
}

type Part = { name: string; place: number[] };

/** Returns the elements with their classes and texts, each with its horizontal position and its size in loaded fonts. */
function outlineOf(page: Page): Promise<Part[]> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    const CHANGING =
      'time, .comment-time, .reading-progress, .slider-track, .slide, .slide *, option';
    const parts: Part[] = [];
    const add = (depth: number, name: string, place: number[] = []) => {
      parts.push({ name: `${' '.repeat(depth)}${name}`, place });
    };
    const walk = (element: Element, depth: number) => {
      // The client highlights code and ignores noscript elements.
      if (element.matches('.code-block code *, .comment-text pre code *, noscript')) {
        return;
      }
      const classes = [...element.classList].filter((name) => name !== 'needs-script').sort();
      const { x, width, height } = element.getBoundingClientRect();
      const place = element.matches(CHANGING) ? [] : [x, width, height];
      add(depth, [element.tagName.toLowerCase(), ...classes].join('.'), place);
      if (element.matches('svg, time')) {
        return;
      }
      let text = '';
      const flush = () => {
        if (text.trim() !== '' && !element.matches('code')) {
          add(depth + 1, `“${text.trim()}”`);
        }
        text = '';
      };
      for (const child of element.childNodes) {
        if (child instanceof Element) {
          flush();
          walk(child, depth + 1);
        } else if (child instanceof Text) {
          text += child.data;
        }
      }
      flush();
    };
    walk(document.querySelector('#root main') ?? document.body, 0);
    return parts;
  });
}

/** Returns the parts whose position or size differs by more than the rounding of highlighted words. */
function moved(before: Part[], after: Part[]): string[] {
  return before
    .filter(({ place }, index) =>
      place.some(
        (length, side) => Math.abs(length - (after[index]?.place[side] ?? 0)) > ROUNDING_PX,
      ),
    )
    .map(({ name, place }) => `${name} ${place.map(Math.round).join(' ')}`);
}

for (const width of WIDTHS) {
  test(`renders every page in the client as on the server, at ${width} px`, async ({
    browser,
    page,
  }) => {
    test.setTimeout(180_000);
    const viewport = { width, height: 900 };
    const withoutScripts = await browser.newPage({ viewport });
    await withoutScripts.route('**/assets/*.js', (route) => route.fulfill(EMPTY_SCRIPT));
    await withoutScripts.route(OTHER_ORIGIN, (route) => route.fulfill(PICTURE));
    await page.setViewportSize(viewport);
    await page.route(OTHER_ORIGIN, (route) => route.fulfill(PICTURE));
    // A view of an earlier page would be counted between the two renderings of a later one.
    await page.route(VIEWS, (route) => route.fulfill({ json: { success: true } }));
    for (const path of sharedPages()) {
      const served = await serverOutline(withoutScripts, path);
      const isShort = path === profile || MISSING.includes(path);
      expect(served.length, path).toBeGreaterThan(isShort ? 5 : 10);
      await openClientRendered(page, path);
      await expect(async () => {
        const app = await outlineOf(page);
        const names = (parts: Part[]) => parts.map(({ name }) => name);
        expect(names(app), path).toEqual(names(served));
        expect(moved(served, app), path).toEqual([]);
      }).toPass({ timeout: SETTLED_MS });
    }
    await withoutScripts.close();
  });
}

test('keeps the elements of every page in hydration, with the attributes that the client renders', async ({
  browser,
  page,
}) => {
  test.setTimeout(180_000);
  const clientRendered = await browser.newPage();
  // Of two pages that are opened one after the other, one would say "1 minute ago" and the other "2 minutes ago".
  const now = Date.now();
  await page.clock.setFixedTime(now);
  await clientRendered.clock.setFixedTime(now);
  await clientRendered.route(OTHER_ORIGIN, (route) => route.fulfill(PICTURE));
  await page.route(OTHER_ORIGIN, (route) => route.fulfill(PICTURE));
  const messages: string[] = [];
  page.on('console', (message) => {
    if (!message.text().includes('status of 40')) {
      messages.push(message.text());
    }
  });
  page.on('pageerror', (error) => {
    messages.push(error.message);
  });
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      document.querySelector('#root main > *')?.toggleAttribute('data-by-server');
    });
  });
  for (const path of [...CLIENT_CONTENT, ...sharedPages()]) {
    await openHydrated(page, path);
    await expect(page.locator('#root main > [data-by-server]'), path).toBeAttached();
    await page.evaluate(() => {
      document.querySelector('[data-by-server]')?.removeAttribute('data-by-server');
    });
    await openClientRendered(clientRendered, path);
    await expect(async () => {
      expect(await attributesOf(page), path).toEqual(await attributesOf(clientRendered));
    }).toPass({ timeout: SETTLED_MS });
    expect(messages, path).toEqual([]);
  }
  await clientRendered.close();
});

/** Returns the elements with their attributes and texts. */
function attributesOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // Forms and links are for browsers without scripts and crawlers as well; the carousel moves.
    const IGNORED: Record<string, string[]> = {
      a: ['data-discover', 'rel'],
      'form, input, select': ['action', 'form', 'id', 'name'],
      option: ['selected'],
      '.slide, .slider-track': ['style', 'inert'],
      '.slider-dot': ['aria-current'],
    };
    // The order of classes and the spaces in styles do not matter.
    const normalised = (value: string) =>
      value
        .split(/[ :;]+/u)
        .filter((part) => part !== '' && part !== 'needs-script')
        .sort()
        .join(' ');
    return [...document.querySelectorAll('#root *:not(noscript)')].map((element) => {
      const ignored = Object.entries(IGNORED).flatMap(([selector, names]) =>
        element.matches(selector) ? names : [],
      );
      const attributes = [...element.attributes]
        .filter(({ name }) => !ignored.includes(name))
        .map(({ name, value }) => {
          const isLink = name === 'href' && element instanceof HTMLAnchorElement;
          return `${name}="${isLink ? element.href : normalised(value)}"`;
        })
        .sort();
      const text = element.childElementCount === 0 ? element.textContent : '';
      return `${element.localName} ${attributes.join(' ')} ${text}`;
    });
  });
}

test('requests no data that the document contains, and shifts no layout', async ({ browser }) => {
  test.setTimeout(180_000);
  for (const path of [
    '/',
    '/treasure',
    ...authorLists,
    '/trending',
    ...conversations,
    ...ARTICLES.map((slug) => `/blog/${slug}`),
  ]) {
    const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
    const page = await context.newPage();
    // With this setting the client prefetches nothing.
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    });
    const requests: string[] = [];
    const messages: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/')) {
        requests.push(`${request.method()} ${new URL(request.url()).pathname}`);
      }
    });
    page.on('console', (message) => {
      messages.push(message.text());
    });
    page.on('pageerror', (error) => {
      messages.push(error.message);
    });
    await page.route(OTHER_ORIGIN, (route) => route.fulfill(PICTURE));
    await page.goto(at(path));
    await expect(page.locator('#root[data-drawn]')).toBeAttached();
    await page.waitForLoadState('networkidle');
    expect(await layoutShifts(page), path).toEqual([]);
    // The request that counts a view is not a request for data.
    expect(
      requests.filter((call) => !/^POST .*\/view$/u.test(call)),
      path,
    ).toEqual([]);
    expect(messages, path).toEqual([]);
    await context.close();
  }
});

test('keeps all content readable and reachable without scripts', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(at('/'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Community Blog');
  await page.getByLabel('Search posts').fill('rust');
  await page.getByLabel('Search posts').press('Enter');
  await expect(page).toHaveURL(/\/treasure\?search=rust/);
  await expect(page.getByRole('article')).toHaveCount(9);
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/page=2/);
  await page.getByLabel('Category').selectOption('Other');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page).toHaveURL(/category=Other/);
  const first = page.getByRole('article').first().getByRole('link').first();
  const title = await first.textContent();
  await first.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '');
  await expect(page.locator('.rich-text')).not.toBeEmpty();
  await page.getByRole('link', { name: 'Trending' }).first().click();
  await expect(page.getByRole('article')).toHaveCount(9);
  const missing = await page.goto(at('/blog/no-such-post'));
  expect(missing?.status()).toBe(404);
  await expect(page.getByRole('link', { name: 'Back to Home' })).toBeVisible();
  // Controls that need scripts are hidden.
  await expect(page.getByRole('button')).toHaveCount(0);
  await context.close();
});

test('keeps scroll position and focus across hydration', async ({ page }) => {
  await page.route(OTHER_ORIGIN, (route) => route.fulfill(PICTURE));
  const release = await holdClient(page);
  await page.goto(at(`/blog/${ARTICLES[2] ?? ''}`), { waitUntil: 'commit' });
  await expect(page.locator('.rich-text')).not.toBeEmpty();
  await page.getByRole('link', { name: 'Trending' }).first().focus();
  await page.mouse.wheel(0, 700);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(700);
  release();
  await expect(page.locator('#root[data-drawn]')).toBeAttached();
  expect(await page.evaluate(() => window.scrollY)).toBe(700);
  await expect(page.getByRole('link', { name: 'Trending' }).first()).toBeFocused();
});

test('keeps text that was typed before hydration', async ({ page }) => {
  await page.route(OTHER_ORIGIN, (route) => route.fulfill(PICTURE));
  const release = await holdClient(page);
  await page.goto(at('/'), { waitUntil: 'commit' });
  const search = page.getByLabel('Search posts');
  await search.pressSequentially('rus');
  release();
  await expect(page.locator('head link[rel="modulepreload"]').first()).toBeAttached();
  await search.pressSequentially('t');
  await search.press('Enter');
  await expect(page).toHaveURL(/\/treasure\?search=rust$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Blog Treasure' })).toBeVisible();
});

test('follows a filter that was chosen before hydration', async ({ page }) => {
  await page.route(OTHER_ORIGIN, (route) => route.fulfill(PICTURE));
  const release = await holdClient(page);
  await page.goto(at('/treasure'), { waitUntil: 'commit' });
  await page.getByLabel('Category').selectOption('Other');
  await page.getByLabel('Search posts').pressSequentially('rus');
  release();
  await expect(page).toHaveURL(isSearch('rus', 'Other'));
  await expect(page.getByLabel('Search posts')).toBeFocused();
  await page.getByLabel('Search posts').press('t');
  await expect(page).toHaveURL(isSearch('rust', 'Other'));
});

function isSearch(search: string, category: string): (url: URL) => boolean {
  return ({ searchParams }) =>
    searchParams.get('search') === search && searchParams.get('category') === category;
}

const MOMENTS = ['before React starts', 'during the rendering', 'after the commit'] as const;

for (const moment of MOMENTS) {
  test(`follows a filter that is chosen ${moment} of the hydration`, async ({ page }) => {
    await page.route(OTHER_ORIGIN, (route) => route.fulfill(PICTURE));
    await page.addInitScript(actAt, { moment, act: 'sort' } as const);
    await page.goto(at('/treasure?category=System%20Design&sort=oldest'));
    await expect(page.locator('html[data-acts]')).toBeAttached();
    await expect(page).toHaveURL(/sort=likes/);
    await expect(page.locator('#root[data-drawn]')).toBeAttached();
    await expect(page.getByLabel('Sort by')).toHaveValue('likes');
    await expect(page).toHaveURL(/sort=likes/);
  });

  test(`follows one click exactly once, ${moment} of the hydration`, async ({ page }) => {
    await page.route(OTHER_ORIGIN, (route) => route.fulfill(PICTURE));
    const processor = await page.context().newCDPSession(page);
    // As on a slow phone: React pauses between its commit and its effects.
    await processor.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    await page.addInitScript(actAt, { moment, act: 'like' } as const);
    await page.goto(at('/'));
    await expect(page.locator('html[data-acts]')).toBeAttached();
    await expect(page.locator('#root[data-drawn]')).toBeAttached();
    // Only a click that React did not see is repeated.
    const clicks = moment === 'before React starts' ? '2' : '1';
    await expect(page.locator('html')).toHaveAttribute('data-clicks', clicks);
    await expect(page).toHaveURL(at('/login'));
    await expect(page.getByText('Please login to like posts')).toHaveCount(1);
  });
}

type Act = { moment: (typeof MOMENTS)[number]; act: 'like' | 'sort' };

/**
 * In the first pause of React's work that begins at the moment, presses a visitor's like, which shows a message, or sorts
 * the posts by likes.
 */
function actAt({ moment, act }: Act) {
  let clicks = 0;
  let isDone = false;
  addEventListener(
    'click',
    () => {
      clicks += 1;
      document.documentElement.dataset['clicks'] = String(clicks);
    },
    true,
  );
  const perform = () => {
    isDone = true;
    document.documentElement.dataset['acts'] = '';
    if (act === 'like') {
      document.querySelector<HTMLElement>('[aria-label^="Like "]')?.click();
      return;
    }
    for (const select of document.querySelectorAll('select')) {
      if ([...select.options].some(({ value }) => value === 'likes')) {
        select.value = 'likes';
        // The events of a browser's own choice.
        select.dispatchEvent(new Event('input', { bubbles: true }));
        select.dispatchEvent(new Event('change', { bubbles: true }));
      }
    }
  };
  if (moment === 'before React starts') {
    addEventListener('DOMContentLoaded', perform);
    return;
  }
  type Container = { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } };
  const isDehydrated = () => {
    const root = document.querySelector('#root') ?? document.body;
    const key = Object.keys(root).find((name) => name.startsWith('__reactContainer$'));
    const container = key && (Reflect.get(root, key) as Container);
    return container && container.stateNode.current.memoizedState.isDehydrated;
  };
  // React continues after a pause when it gets a message from itself.
  const post = Reflect.get(MessagePort.prototype, 'postMessage') as (message: unknown) => void;
  MessagePort.prototype.postMessage = function postMessage(message: unknown) {
    queueMicrotask(() => {
      if (isDehydrated() === (moment === 'during the rendering') && !isDone) {
        perform();
      }
    });
    post.call(this, message);
  };
}

test('moves the carousel by a button that was pressed before hydration', async ({ page }) => {
  await page.route(OTHER_ORIGIN, (route) => route.fulfill(PICTURE));
  const release = await holdClient(page);
  await page.goto(at('/'), { waitUntil: 'domcontentloaded' });
  await page.getByRole('button', { name: 'Go to slide 3' }).click();
  release();
  await expect(page.locator('.slider-dot[aria-current="true"]')).toHaveAccessibleName(
    'Go to slide 3',
  );
});

test('renders the version of a signed-in reader after hydration', async ({ page, request }) => {
  const reader = await newReader(request);
  await signIn(page, reader.email);
  for (const path of ['/', '/trending', '/treasure', '/recent', '/blog/sqlite-is-enough']) {
    await page.goto(path);
    await expect(page.locator('.side-account'), path).toBeVisible();
  }
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Recommended For You' })).toBeVisible();
  await page.goto(`/profile/${reader.id}`);
  await expect(page.getByRole('link', { name: 'Edit' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('renders a page of the client at an address that the server does not know', async ({
  page,
  pageErrors,
}) => {
  await page.goto('/Trending');
  await expect(page.getByRole('heading', { level: 1, name: 'Trending' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(9);
  // React discards the page that says that there is none.
  expect(pageErrors.splice(0)).toEqual([expect.stringContaining('#418')]);
});
