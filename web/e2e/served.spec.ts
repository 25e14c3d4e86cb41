/** What the server draws, and how the client takes it over. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import type { Page } from '@playwright/test';

import { type RunningSite, runSite } from './running-site';
import { expect, test } from './site';

const CORPUS = resolve('../../shared/corpus/posts.jsonl');
const ARTICLES = [
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
const LISTS = [
  '/',
  '/trending',
  '/trending?page=2',
  '/treasure',
  '/treasure?category=Other&page=2',
  '/treasure?search=rust&sort=oldest',
  '/treasure?search=no-such-word-anywhere',
  '/treasure?page=4000',
];
const ELSEWHERE = /^https?:\/\/(?!127\.0\.0\.1)/;
const PICTURE = {
  contentType: 'image/svg+xml',
  body: '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"/>',
};
const WIDTHS = [360, 768, 1440];

test.describe.configure({ mode: 'serial' });

let site: RunningSite | null = null;
const at = (path: string) => `${site?.address ?? ''}${path}`;

test.beforeAll(async () => {
  test.skip(!existsSync(CORPUS), 'the corpus of real posts is not here');
  site = await runSite([{ arguments: ['import', 'posts', CORPUS] }]);
});

test.afterAll(async () => {
  await site?.stop();
});

/** The page as the server drew it: its scripts never come. */
async function drawnByServer(page: Page, path: string) {
  await page.route('**/assets/*.js', (route) => route.fulfill({ contentType: 'text/javascript' }));
  await page.goto(at(path));
  const outline = await outlineOf(page);
  await page.unroute('**/assets/*.js');
  return outline;
}

/** The page once the client has taken over. */
async function takenOver(page: Page, path: string) {
  await page.goto(at(path));
  await expect(page.locator('#root [data-discover]').first()).toBeAttached();
  return outlineOf(page);
}

/** Elements with their classes and texts, and where each stands. */
function outlineOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const LIVELY =
      'time, .reading-progress, .slider-track, .slide:not(:first-child), option, noscript';
    const lines: string[] = [];
    const walk = (element: Element, depth: number) => {
      if (element.matches('.code-block code *') || element.matches('noscript')) {
        return;
      }
      const { x, width, height } = element.getBoundingClientRect();
      const place = element.matches(`${LIVELY}, .slide *`)
        ? ''
        : [x, width, height].map(Math.round);
      const name = `${element.tagName.toLowerCase()}.${[...element.classList].filter((name) => name !== 'needs-script').sort().join('.')}`;
      lines.push(`${' '.repeat(depth)}${name} ${place.toString()}`);
      if (element.matches('svg, time')) {
        return;
      }
      let text = '';
      const say = () => {
        if (text.trim() !== '' && !element.matches('code')) {
          lines.push(`${' '.repeat(depth + 1)}“${text.trim()}”`);
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
    return lines;
  });
}

for (const width of WIDTHS) {
  test(`the client takes over what the server drew, at ${width} px`, async ({ page }) => {
    test.setTimeout(180_000);
    await page.setViewportSize({ width, height: 900 });
    await page.route(ELSEWHERE, (route) => route.fulfill(PICTURE));
    for (const path of [...LISTS, ...ARTICLES.map((slug) => `/blog/${slug}`)]) {
      const served = await drawnByServer(page, path);
      expect(served.length, path).toBeGreaterThan(10);
      expect(await takenOver(page, path), path).toEqual(served);
    }
  });
}
