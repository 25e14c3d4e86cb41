/** What readers do below a post, without its forms. */
import type { APIRequestContext, Browser, Page, ViewportSize } from '@playwright/test';

import { type Reader, signIn } from './people';
import { expect } from './site';

/** Adds a comment without the form, and returns its id. */
export async function comment(
  request: APIRequestContext,
  { token }: Reader,
  slug: string,
  data: { content: string; parentId?: string },
): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await request.post(`/api/blogs/${slug}/comments`, { headers, data });
  expect(response.status()).toBe(201);
  const { comment } = (await response.json()) as { comment: { _id: string } };
  return comment._id;
}

/** Opens a page in a browser of its own, in which the reader is signed in. */
export async function openAs(
  browser: Browser,
  reader: Reader,
  path: string,
  viewport: ViewportSize = { width: 1280, height: 900 },
): Promise<Page> {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  await signIn(page, reader.email);
  await page.goto(path);
  return page;
}
