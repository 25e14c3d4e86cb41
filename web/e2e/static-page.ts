/** Static pages that are there before a test. */
import type { APIRequestContext } from '@playwright/test';

import { expect } from './site';

export type WrittenPage = { id: string; path: string };

const HEADINGS = ['Who', 'Where', 'When'];

/** Publishes a static page with a few parts. */
export async function publishPage(
  request: APIRequestContext,
  token: string,
  title: string,
  slug?: string,
): Promise<WrittenPage> {
  const response = await request.post('/api/admin/pages', {
    headers: { authorization: `Bearer ${token}` },
    data: {
      title,
      slug,
      description: 'What belongs to no date',
      content: HEADINGS.map((heading) => `<h2>${heading}</h2><p>Words of it.</p>`).join(''),
      status: 'published',
    },
  });
  expect(response.status()).toBe(201);
  const { page } = (await response.json()) as { page: { _id: string; path: string } };
  return { id: page._id, path: page.path };
}
