import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { APIRequestContext } from '@playwright/test';

import { MASTER_PASSWORD } from './accounts';
import { adminToken, newAdmin } from './people';
import { runSite } from '../scripts/running-site.mjs';
import { expect, test as base } from './site';
import { assertUrlset, atomViolations, partsOfIndex, textsOfFeed } from './xml-validation';

const NAUGHTY = [
  `"double" 'single' “curly” «angle» & <b>bold</b> ]]>`,
  '</title></entry></feed><!-- --><?xml?>',
  '👩‍👩‍👧‍👦 🏳️‍🌈 \u{202e}שלום مرحبا\u{202c}',
  'tab\tline\r\nend {searchTerms} &nbsp; &#60;',
];
/** Together with the fixed pages, more addresses than one sitemap file may hold. */
const MANY = 50_000;

/** A separate site for each worker: its posts would appear in the lists of other tests. */
const test = base.extend<object, { ownSite: APIRequestContext }>({
  ownSite: [
    async ({ playwright }, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'blog-feeds-'));
      const posts = join(folder, 'posts.jsonl');
      writeFileSync(posts, Array.from({ length: MANY }, (_, number) => line(number)).join('\n'));
      const site = await runSite([{ arguments: ['import', 'posts', posts] }], {
        BLOG_APP_AUTH__MASTER_PASSWORD: MASTER_PASSWORD,
      });
      const request = await playwright.request.newContext({ baseURL: site.address });
      await use(request);
      await request.dispose();
      await site.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

function line(number: number): string {
  return JSON.stringify({
    title: 'Post',
    slug: `post-${String(number)}`,
    author: 'Ada',
    createdAt: '2026-01-01T00:00:00Z',
    tags: [],
    category: 'Other',
    contentHtml: '<p>Words.</p>',
  });
}

/** Returns the title cut to the maximum length of a tag. */
function tagOf(title: string): string {
  return Array.from(title).slice(0, 40).join('').trim();
}

async function publish(request: APIRequestContext, titles: string[]): Promise<void> {
  const email = await newAdmin(request, 'feeds');
  const token = await adminToken(request, email);
  for (const title of titles) {
    const created = await request.post('/api/blogs/create', {
      headers: { authorization: `Bearer ${token}` },
      data: {
        title,
        content: '<p id="x"><a href="#x">up</a> <a href="/trending">in</a> <b>a &amp; b</b></p>',
        category: 'Cybersecurity',
        tags: [tagOf(title)],
        featuredImage: 'https://example.org/a.png',
        status: 'published',
      },
    });
    expect(created.status(), title).toBe(201);
  }
}

// One worker, so that the posts are imported only once.
test.describe.configure({ mode: 'default' });

test('serves valid Atom feeds whatever the posts contain', async ({ ownSite }) => {
  await publish(ownSite, NAUGHTY);
  const { tags } = (await (await ownSite.get('/api/tags')).json()) as { tags: { slug: string }[] };
  expect(tags).toHaveLength(NAUGHTY.length);
  for (const path of [
    '/feed.xml',
    '/feed/cybersecurity.xml',
    '/feed/system-design.xml',
    '/author/ada/feed.xml',
    ...tags.map(({ slug }) => `/tag/${slug}/feed.xml`),
  ]) {
    const response = await ownSite.get(path);
    expect(response.headers()['content-type']).toBe('application/atom+xml; charset=utf-8');
    expect(atomViolations(await response.text()), path).toEqual([]);
  }

  const feed = await (await ownSite.get('/feed.xml')).text();
  expect(textsOfFeed(feed, '//a:entry/a:title').slice(0, NAUGHTY.length)).toEqual(
    NAUGHTY.toReversed(),
  );
  expect(textsOfFeed(feed, '//a:category/@term')).toEqual(
    expect.arrayContaining(NAUGHTY.map(tagOf)),
  );
  const contents = textsOfFeed(feed, '//a:content').join('\n');
  expect(contents).toContain('/trending" rel="noopener noreferrer">in</a> <b>a &amp; b</b>');
  expect(contents).not.toMatch(/(href|src)="[/#]/);
});

test('detects an invalid Atom feed', async ({ request }) => {
  const feed = await (await request.get('/feed.xml')).text();
  for (const [part, change, section] of [
    [/<id>[^<]*<\/id>/, '', '4.1.1 one id'],
    [/<updated>[^<]*/, '<updated>yesterday', '3.3 yesterday is no time'],
    [/<icon>[^<]*/, '<icon>/icon.png', '4.2.6 /icon.png is not absolute'],
    [/<name>[^<]*/, '<name>', '3.2.1 people with one name'],
    [/<\/feed>/, '<pubDate/></feed>', '1.2 known elements'],
    [/application\/feed\+json/, 'text/html', '4.1.1 at most one alternative of a type'],
  ] as const) {
    expect(atomViolations(feed.replace(part, change))).toContain(section);
  }
});

test('serves a sitemap that follows the schema of sitemaps.org', async ({ request }) => {
  const response = await request.get('/sitemap.xml');
  expect(response.headers()['content-type']).toBe('application/xml; charset=utf-8');
  const sitemap = await response.text();
  assertUrlset(sitemap);
  expect(() => {
    assertUrlset(sitemap.replace('daily', 'sometimes'));
  }).toThrow(/changefreq/);
});

test('splits a sitemap of more than 50,000 addresses into an index and valid parts', async ({
  ownSite,
}) => {
  const index = await (await ownSite.get('/sitemap.xml')).text();
  const parts = await partsOfIndex(index);
  expect(parts.map((part) => new URL(part).pathname)).toEqual(['/sitemap-1.xml', '/sitemap-2.xml']);
  for (const part of parts) {
    assertUrlset(await (await ownSite.get(new URL(part).pathname)).text());
  }
  await expect(partsOfIndex(index.replace('</loc>', ''))).rejects.toThrow();
});

test('links the feed, the search description and the icons', async ({ page, request }) => {
  await page.goto('/');
  const feed = page.locator('head link[rel=alternate][type="application/atom+xml"]').first();
  expect((await request.get((await feed.getAttribute('href')) ?? '')).status()).toBe(200);
  const search = page.locator('head link[rel=search]').first();
  const description = await (await request.get((await search.getAttribute('href')) ?? '')).text();
  expect(description).toContain('/treasure?search={searchTerms}"');

  const manifest = (await (await request.get('/manifest.webmanifest')).json()) as {
    icons: { src: string; type: string }[];
  };
  for (const icon of manifest.icons) {
    const response = await request.get(icon.src);
    const mediaType = response.headers()['content-type']?.split(';', 1)[0];
    expect(mediaType, icon.src).toBe(icon.type);
  }
});
