/** Readers for journeys that do not begin with signing up. */
import type { APIRequestContext, Page } from '@playwright/test';

import { MASTER_PASSWORD, PASSWORD, ROOT_EMAIL, unique, uniqueEmail } from './accounts';
import { codeMailedTo } from './mail-server';
import { expect } from './site';

const DAY_MS = 24 * 60 * 60 * 1000;

export type Reader = { email: string; id: string; token: string };

/** An account that waits for its code. */
export async function registered(request: APIRequestContext, email: string): Promise<void> {
  const data = { name: 'A Reader', email, password: PASSWORD };
  const answer = await request.post('/api/auth/register', { data });
  expect(answer.status()).toBe(201);
}

/** A reader who may take part. */
export async function newReader(
  request: APIRequestContext,
  email = uniqueEmail('reader'),
): Promise<Reader> {
  await registered(request, email);
  const otp = await codeMailedTo(email);
  const verified = await request.post('/api/auth/verify-otp', { data: { email, otp } });
  const { token, user } = (await verified.json()) as { token: string; user: { _id: string } };
  const onboarded = await request.post('/api/auth/complete-onboarding', {
    headers: { authorization: `Bearer ${token}` },
    data: { name: 'A Reader', bio: 'Reads.', profileImage: { url: '/avatars/mentor.svg' } },
  });
  expect(onboarded.status()).toBe(200);
  return { email, id: user._id, token };
}

/** By the form, wherever that leads. */
export async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** An administrator of the journey's own, so that no other is disturbed; gives the address to sign in with. */
export async function newAdmin(request: APIRequestContext, name: string): Promise<string> {
  const username = unique(name);
  const email = `${username}@example.org`;
  const answer = await request.post('/api/admin/signup', {
    data: { username, email, password: PASSWORD, masterPassword: MASTER_PASSWORD },
  });
  expect(answer.status()).toBe(201);
  return email;
}

/** What a browser keeps of who is signed in. */
type Kept = Record<string, string>;

async function keptOfReader(request: APIRequestContext, email: string): Promise<Kept> {
  const answer = await request.post('/api/auth/login', { data: { email, password: PASSWORD } });
  expect(answer.status()).toBe(200);
  const { token, user } = (await answer.json()) as { token: string; user: object };
  const expiresAt = String(Date.now() + DAY_MS);
  return { token, user: JSON.stringify(user), expiresAt };
}

async function keptOfAdmin(request: APIRequestContext, email: string): Promise<Kept> {
  const { token, admin } = await adminSession(request, email);
  return { adminToken: token, admin: JSON.stringify(admin) };
}

async function adminSession(request: APIRequestContext, email: string) {
  const answer = await request.post('/api/admin/login', { data: { email, password: PASSWORD } });
  expect(answer.status()).toBe(200);
  return (await answer.json()) as { token: string; admin: object };
}

/** What calls of this administrator carry. */
export async function adminToken(request: APIRequestContext, email: string): Promise<string> {
  return (await adminSession(request, email)).token;
}

/** For contexts that begin with a reader who is signed in. */
export async function readerState(request: APIRequestContext, email: string) {
  return stateWith(await keptOfReader(request, email));
}

/** For contexts that begin with an administrator who is signed in. */
export async function adminState(request: APIRequestContext, email: string) {
  return stateWith(await keptOfAdmin(request, email));
}

function stateWith(kept: Kept) {
  const localStorage = Object.entries(kept).map(([name, value]) => ({ name, value }));
  return { cookies: [], origins: [{ origin: siteAddress(), localStorage }] };
}

/** From the next page on, without the form: for journeys that are not about signing in. */
export async function signIn(page: Page, email: string): Promise<void> {
  await keep(page, await keptOfReader(page.request, email));
}

/** From the next page on, without the form: for journeys that are not about signing in. */
export async function signInAsAdmin(page: Page, email: string): Promise<void> {
  await keep(page, await keptOfAdmin(page.request, email));
}

async function keep(page: Page, kept: Kept): Promise<void> {
  // Any answer of the site will do; this one brings no client that could write there as well.
  await page.goto(`${siteAddress()}/robots.txt`);
  await page.evaluate((entries) => {
    localStorage.clear();
    for (const [key, value] of entries) {
      localStorage.setItem(key, value);
    }
  }, Object.entries(kept));
}

function siteAddress(): string {
  return process.env['SITE'] ?? '';
}

export async function logInAs(page: Page, email: string): Promise<void> {
  await logIn(page, email);
  await expect(page.getByRole('button', { name: 'Logout' }).first()).toBeVisible();
}

export async function logInAsAdmin(page: Page, email = ROOT_EMAIL): Promise<void> {
  await page.goto('/admin/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome back, Admin!' })).toBeVisible();
}
