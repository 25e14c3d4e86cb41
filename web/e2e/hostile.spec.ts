import { readFileSync } from 'node:fs';

import { adminToken, newAdmin } from './people';
import { expect, test } from './site';

const VECTORS = JSON.parse(
  readFileSync(new URL('../../tests/hostile-html.json', import.meta.url), 'utf8'),
) as string[];

const EVENTS = ['click', 'focus', 'mouseover', 'pointerenter', 'toggle', 'error', 'load'];

test('of what was stored nothing runs, not even without a content security policy', async ({
  browser,
  request,
}) => {
  test.setTimeout(120_000);
  const email = await newAdmin(request, 'hostile');
  const token = await adminToken(request, email);
  const stored: string[] = [];
  for (const vector of VECTORS) {
    const created = await request.post('/api/blogs/create', {
      headers: { authorization: `Bearer ${token}` },
      data: {
        title: 'Hostile',
        content: `<p>before</p>${vector}<p>after</p>`,
        category: 'Other',
        tags: [],
        featuredImage: 'https://example.org/a.png',
        status: 'draft',
      },
    });
    expect(created.status(), vector).toBe(201);
    const { blog } = (await created.json()) as { blog: { content: string } };
    stored.push(blog.content);
  }

  const context = await browser.newContext({ bypassCSP: true });
  const page = await context.newPage();
  const ran: string[] = [];
  await page.exposeFunction('alert', (text: string) => ran.push(text));
  await page.route('**/*', (route) => route.abort());
  for (const html of stored) {
    await page.setContent(`<!doctype html><body>${html}</body>`, { waitUntil: 'domcontentloaded' });
    await page.evaluate((kinds) => {
      for (const element of document.querySelectorAll('body *')) {
        kinds.forEach((kind) => element.dispatchEvent(new Event(kind, { bubbles: true })));
      }
    }, EVENTS);
    expect(ran, html).toEqual([]);
  }
  await context.close();
});
