import { readFileSync } from 'node:fs';

import { adminToken, newAdmin } from './people';
import { expect, test } from './site';

const VECTORS = JSON.parse(
  readFileSync(new URL('../../tests/hostile-html.json', import.meta.url), 'utf8'),
) as string[];

const EVENTS = ['click', 'focus', 'mouseover', 'pointerenter', 'toggle', 'error', 'load'];

test('runs no script of stored content, not even without a content security policy', async ({
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
    const { blog: post } = (await created.json()) as { blog: { content: string } };
    stored.push(post.content);
  }

  const context = await browser.newContext({ bypassCSP: true });
  const page = await context.newPage();
  const alerts: string[] = [];
  await page.exposeFunction('alert', (text: string) => alerts.push(text));
  await page.route('**/*', (route) => route.abort());
  for (const html of stored) {
    await page.setContent(`<!doctype html><body>${html}</body>`, { waitUntil: 'domcontentloaded' });
    await page.evaluate((kinds) => {
      for (const element of document.querySelectorAll('body *')) {
        kinds.forEach((kind) => element.dispatchEvent(new Event(kind, { bubbles: true })));
      }
    }, EVENTS);
    expect(alerts, html).toEqual([]);
  }
  await context.close();
});
