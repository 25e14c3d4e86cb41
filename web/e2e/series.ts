/** Series that are there before a test. */
import type { APIRequestContext } from '@playwright/test';

import { expect } from './site';

export type MadeSeries = { id: string; path: string };

/** Makes a series with these posts, named by their ids or slugs. */
export async function makeSeries(
  request: APIRequestContext,
  token: string,
  title: string,
  posts: readonly string[] = [],
): Promise<MadeSeries> {
  const headers = { authorization: `Bearer ${token}` };
  const created = await request.post('/api/series', { headers, data: { title } });
  expect(created.status()).toBe(201);
  const { series } = (await created.json()) as { series: { _id: string; slug: string } };
  for (const post of posts) {
    const put = await request.put(`/api/blogs/${post}/series`, {
      headers,
      data: { series: series._id },
    });
    expect(put.status()).toBe(200);
  }
  return { id: series._id, path: `/series/${series.slug}` };
}
