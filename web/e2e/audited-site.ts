/** The site as each kind of person sees it, signed in once a worker, with something on every page. */
import type { APIRequestContext, Browser } from '@playwright/test';

import { publishAuditedArticle } from './audited-article';
import { codeMailedTo } from './mail-server';
import { logIn, logInAs, logInAsAdmin, newAdmin, newReader, registered } from './people';
import { test as base, expect } from './site';

export type Viewer = 'visitor' | 'newcomer' | 'idler' | 'reader' | 'admin';

export type Scene = { article: string; reader: string; title: string };

type StoredState = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>;

type Staged = Scene & { states: Record<Exclude<Viewer, 'visitor'>, StoredState> };

export const test = base.extend<{ viewer: Viewer }, { staged: Staged }>({
  viewer: ['visitor', { option: true }],
  storageState: async ({ viewer, staged }, run) => {
    await run(viewer === 'visitor' ? undefined : staged.states[viewer]);
  },
  staged: [
    async ({ browser, playwright }, run, { workerIndex }) => {
      const request = await playwright.request.newContext({ baseURL: process.env['SITE'] ?? '' });
      await run(await stage(browser, request, workerIndex));
      await request.dispose();
    },
    { scope: 'worker' },
  ],
});

async function stage(browser: Browser, request: APIRequestContext, worker: number) {
  const title = `Everything at once ${worker}`;
  const admin = await newAdmin(request, `auditor${worker}`);
  const article = await publishAuditedArticle(request, admin, title);
  const reader = await newReader(request, `audited${worker}@example.org`);
  const idler = await newReader(request, `idler${worker}@example.org`);
  const newcomer = `newcomer${worker}@example.org`;
  await verified(request, newcomer);
  await takePart(request, reader.token, article);
  return {
    article,
    title,
    reader: reader.id,
    states: {
      admin: await signedIn(browser, (page) => logInAsAdmin(page, admin)),
      reader: await signedIn(browser, (page) => logInAs(page, reader.email)),
      idler: await signedIn(browser, (page) => logInAs(page, idler.email)),
      newcomer: await signedIn(browser, async (page) => {
        await logIn(page, newcomer);
        await expect(page).toHaveURL(/\/onboarding$/);
      }),
    },
  };
}

async function verified(request: APIRequestContext, email: string) {
  await registered(request, email);
  const data = { email, otp: await codeMailedTo(email) };
  expect((await request.post('/api/auth/verify-otp', { data })).status()).toBe(200);
}

async function takePart(request: APIRequestContext, token: string, article: string) {
  const headers = { authorization: `Bearer ${token}` };
  const address = `/api/blogs/${article}`;
  const content = 'Well said.\nMore at https://example.org/comments';
  for (const done of [
    await request.post(`${address}/like`, { headers }),
    await request.post(`${address}/bookmark`, { headers }),
    await request.post(`${address}/comments`, { headers, data: { content } }),
  ]) {
    expect(done.ok(), done.url()).toBe(true);
  }
}

async function signedIn(
  browser: Browser,
  signIn: (page: Awaited<ReturnType<Browser['newPage']>>) => Promise<void>,
): Promise<StoredState> {
  const page = await browser.newPage({ baseURL: process.env['SITE'] ?? '' });
  await signIn(page);
  const state = await page.context().storageState();
  await page.context().close();
  return state;
}
