/** What the server draws, and how the client takes it over. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import type { Page } from '@playwright/test';

import { holdClient } from './held-client';
import { layoutShifts } from './layout-shift';
import { type RunningSite, runSite } from '../scripts/running-site.mjs';
import { OWN_ARTICLES, ownPosts } from './served-posts';
import { expect, test } from './site';

const CORPUS = resolve(process.env['CORPUS'] ?? '../../shared/corpus/posts.jsonl');
/** Of the corpus. */
const REAL_ARTICLES = [
  'gsoc-2021-midterm',
  '7-18-0',
  'a-closer-look-at-held-karp',
  'an-inquiry-into-matplotlib-figures',
  'survey2022-q2-results',
  'rustup-1-25-1',
  'elementary-cellular-automata',
  'rust-unconference',
  'announcing-etcd-3-5',
  'emoji-mosaic-art',
];
/** Real posts are looked at as well where they are. */
const HAS_CORPUS = existsSync(CORPUS);
const ARTICLES = [...OWN_ARTICLES, ...(HAS_CORPUS ? REAL_ARTICLES : [])];
const LISTS = [
  '/',
  '/trending',
  '/trending?page=2',
  '/treasure',
  '/treasure?category=Other&page=2',
  '/treasure?search=rust&sort=oldest',
  '/treasure?search=no-such-word-anywhere',
  '/treasure?search=sqlte',
  '/treasure?page=4000',
  '/treasure?author=01a1fcb0-b5b0-7156-81ed-654973130318',
];
const ELSEWHERE = /^https?:\/\/(?!127\.0\.0\.1)/;
const EMPTY_SCRIPT = { contentType: 'text/javascript' };
const PICTURE = {
  contentType: 'image/svg+xml',
  body: '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"/>',
};
const WIDTHS = [360, 768, 1440];
const ROUNDING_PX = 1.5;
/** Pictures that come late from elsewhere are drawn anew. */
const SETTLED_MS = 10_000;

test.describe.configure({ mode: 'serial' });

let site: RunningSite | null = null;
let ofAuthor: string[] = [];
const at = (path: string) => `${site?.address ?? ''}${path}`;

test.beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'blog-served-'));
  const posts = join(folder, 'posts.jsonl');
  writeFileSync(posts, ownPosts());
  site = await runSite([
    { arguments: ['seed', 'demo'] },
    { arguments: ['import', 'posts', posts] },
    ...(HAS_CORPUS ? [{ arguments: ['import', 'posts', CORPUS] }] : []),
  ]);
  rmSync(folder, { recursive: true });
  ofAuthor = await listsOfAuthor();
});

/** The lists of an author with two pages. */
async function listsOfAuthor(): Promise<string[]> {
  const response = await fetch(at('/api/blogs/everything-at-once'));
  const { blog } = (await response.json()) as { blog: { author: { _id: string } } };
  const address = `/treasure?author=${blog.author._id}`;
  return [address, `${address}&page=2`, `${address}&sort=oldest&search=no-such-word-anywhere`];
}

test.afterAll(async () => {
  await site?.stop();
});

/** The page as the server drew it: its scripts come empty. */
async function drawnByServer(page: Page, path: string) {
  await page.goto(at(path));
  return outlineOf(page);
}

/** The page once the client has taken over. */
async function openApp(page: Page, path: string) {
  await page.goto(at(path));
  await expect(page.locator('#root[data-drawn]')).toBeAttached();
}

type Part = { name: string; place: number[] };

/** Elements with their classes and texts, and where each stands across the page and how large. */
function outlineOf(page: Page): Promise<Part[]> {
  return page.evaluate(() => {
    const LIVELY = 'time, .reading-progress, .slider-track, .slide, .slide *, option';
    const parts: Part[] = [];
    const add = (depth: number, name: string, place: number[] = []) => {
      parts.push({ name: `${' '.repeat(depth)}${name}`, place });
    };
    const walk = (element: Element, depth: number) => {
      // Scripts colour the words of code, and what stands in a noscript is for those without.
      if (element.matches('.code-block code *, noscript')) {
        return;
      }
      const classes = [...element.classList].filter((name) => name !== 'needs-script').sort();
      const { x, width, height } = element.getBoundingClientRect();
      const place = element.matches(LIVELY) ? [] : [x, width, height];
      add(depth, [element.tagName.toLowerCase(), ...classes].join('.'), place);
      if (element.matches('svg, time')) {
        return;
      }
      // The client makes links of the addresses in what people say.
      if (element.matches('.comment-text')) {
        add(depth + 1, `“${element.textContent.trim()}”`);
        return;
      }
      let text = '';
      const say = () => {
        if (text.trim() !== '' && !element.matches('code')) {
          add(depth + 1, `“${text.trim()}”`);
        }
        text = '';
      };
      for (const child of element.childNodes) {
        if (child instanceof Element) {
          say();
          walk(child, depth + 1);
        } else if (child instanceof Text) {
          text += child.data;
        }
      }
      say();
    };
    walk(document.querySelector('#root main') ?? document.body, 0);
    return parts;
  });
}

/** What has another place or size, beyond the rounding of letters that are coloured one by one. */
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
  test(`the client takes over what the server drew, at ${width} px`, async ({ browser, page }) => {
    test.setTimeout(180_000);
    const viewport = { width, height: 900 };
    const withoutScripts = await browser.newPage({ viewport });
    await withoutScripts.route('**/assets/*.js', (route) => route.fulfill(EMPTY_SCRIPT));
    await withoutScripts.route(ELSEWHERE, (route) => route.fulfill(PICTURE));
    await page.setViewportSize(viewport);
    await page.route(ELSEWHERE, (route) => route.fulfill(PICTURE));
    for (const path of [...LISTS, ...ofAuthor, ...ARTICLES.map((slug) => `/blog/${slug}`)]) {
      const served = await drawnByServer(withoutScripts, path);
      expect(served.length, path).toBeGreaterThan(10);
      await openApp(page, path);
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

test('the first screen asks for nothing that the document brings, and nothing moves', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  for (const path of [
    '/',
    '/treasure',
    ...ofAuthor,
    '/trending',
    ...ARTICLES.map((slug) => `/blog/${slug}`),
  ]) {
    const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
    const page = await context.newPage();
    // Pages in view are fetched beforehand only where data is not dear.
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    });
    const asked: string[] = [];
    const said: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/')) {
        asked.push(`${request.method()} ${new URL(request.url()).pathname}`);
      }
    });
    page.on('console', (message) => {
      said.push(message.text());
    });
    page.on('pageerror', (error) => {
      said.push(error.message);
    });
    await page.route(ELSEWHERE, (route) => route.fulfill(PICTURE));
    await page.goto(at(path));
    await expect(page.locator('#root[data-drawn]')).toBeAttached();
    await page.waitForLoadState('networkidle');
    expect(await layoutShifts(page), path).toEqual([]);
    // That an article was opened is told, not asked.
    expect(
      asked.filter((call) => !/^POST .*\/view$/u.test(call)),
      path,
    ).toEqual([]);
    expect(said, path).toEqual([]);
    await context.close();
  }
});

test('without scripts everything can be read and reached', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(at('/'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Community Blog');
  await page.getByRole('searchbox', { name: 'Search posts' }).fill('rust');
  await page.getByRole('searchbox').press('Enter');
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
  // What does nothing without scripts is not offered.
  await expect(page.getByRole('button')).toHaveCount(0);
  await context.close();
});

test('what was scrolled to and focused before the client came stays so', async ({ page }) => {
  await page.route(ELSEWHERE, (route) => route.fulfill(PICTURE));
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

test('what is typed before the client comes is searched for', async ({ page }) => {
  await page.route(ELSEWHERE, (route) => route.fulfill(PICTURE));
  const release = await holdClient(page);
  await page.goto(at('/'), { waitUntil: 'commit' });
  const search = page.getByRole('searchbox', { name: 'Search posts' });
  await search.pressSequentially('rus');
  release();
  await expect(page.locator('head link[rel="modulepreload"]').first()).toBeAttached();
  await search.pressSequentially('t');
  await search.press('Enter');
  await expect(page).toHaveURL(/\/treasure\?search=rust$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Blog Treasure' })).toBeVisible();
});
