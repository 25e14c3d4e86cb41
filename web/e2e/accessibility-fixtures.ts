/** A site with content on every page and a session for each kind of viewer, set up once a worker. */
import type { APIRequestContext } from '@playwright/test';

import { unique, uniqueEmail } from './accounts';
import { publishFullArticle } from './full-article';
import { codeMailedTo } from './mail-server';
import { adminState, adminToken, newAdmin, newReader, readerState, register } from './people';
import { type MadeSeries, makeSeries } from './series';
import { test as base, expect } from './site';
import { type WrittenPage, publishPage } from './static-page';

export type Viewer = 'visitor' | 'newcomer' | 'idler' | 'reader' | 'talker' | 'admin';

export type Scene = {
  article: string;
  reader: string;
  title: string;
  staticPage: WrittenPage;
  series: MadeSeries;
};

type StoredState = Awaited<ReturnType<typeof readerState>>;

type Staged = Scene & { states: Record<Exclude<Viewer, 'visitor'>, StoredState> };

export const test = base.extend<{ viewer: Viewer }, { staged: Staged }>({
  viewer: ['visitor', { option: true }],
  storageState: async ({ viewer, staged }, run) => {
    await run(viewer === 'visitor' ? undefined : staged.states[viewer]);
  },
  staged: [
    async ({ playwright, site }, run) => {
      const request = await playwright.request.newContext({ baseURL: site.address });
      await run(await stage(request));
      await request.dispose();
    },
    { scope: 'worker' },
  ],
});

async function stage(request: APIRequestContext): Promise<Staged> {
  const title = unique('Everything at once');
  const admin = await newAdmin(request, 'auditor');
  const article = await publishFullArticle(request, admin, title);
  const token = await adminToken(request, admin);
  const staticPage = await publishPage(request, token, 'House rules');
  const series = await makeSeries(request, token, unique('All parts'), [
    article,
    'async-is-waiting-well',
  ]);
  const reader = await newReader(request, uniqueEmail('audited'));
  const idler = await newReader(request);
  const talker = await newReader(request);
  const newcomer = uniqueEmail('newcomer');
  await verify(request, newcomer);
  await interact(request, reader.token, article);
  await notify(request, token, reader.token, article);
  return {
    article,
    title,
    staticPage,
    series,
    reader: reader.id,
    states: {
      admin: await adminState(request, admin),
      reader: await readerState(request, reader.email),
      idler: await readerState(request, idler.email),
      talker: await readerState(request, talker.email),
      newcomer: await readerState(request, newcomer),
    },
  };
}

async function verify(request: APIRequestContext, email: string) {
  await register(request, email);
  const data = { email, otp: await codeMailedTo(email) };
  expect((await request.post('/api/auth/verify-otp', { data })).status()).toBe(200);
}

async function interact(request: APIRequestContext, token: string, article: string) {
  const headers = { authorization: `Bearer ${token}` };
  const address = `/api/blogs/${article}`;
  const content = 'Well said.\nMore at https://example.org/comments';
  for (const response of [
    await request.post(`${address}/like`, { headers }),
    await request.post(`${address}/bookmark`, { headers }),
    await request.post(`${address}/comments`, { headers, data: { content } }),
  ]) {
    expect(response.ok(), response.url()).toBe(true);
  }
}

/** Answers the comment on an article, which the reader follows with its tags, and asks for the newsletter. */
async function notify(
  request: APIRequestContext,
  admin: string,
  reader: string,
  article: string,
): Promise<void> {
  const address = `/api/blogs/${article}`;
  const { blog } = (await (await request.get(address)).json()) as {
    blog: { tags: string[]; comments: { _id: string }[] };
  };
  const headers = { authorization: `Bearer ${reader}` };
  const tag = { kind: 'tag', target: blog.tags[0] };
  const answer = { content: 'Thank you.', parentId: blog.comments[0]?._id };
  for (const response of [
    await request.put('/api/follows', { headers, data: tag }),
    await request.put('/api/follows', { headers, data: { kind: 'post', target: article } }),
    await request.post(`/api/admin/blogs/${article}/comments`, {
      headers: { authorization: `Bearer ${admin}` },
      data: answer,
    }),
    await request.post('/api/newsletter', { data: { email: uniqueEmail('subscriber') } }),
  ]) {
    expect(response.ok(), response.url()).toBe(true);
  }
}
