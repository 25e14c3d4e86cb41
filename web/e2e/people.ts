/** Readers and administrators for tests that are not about signing up. */
import type { APIRequestContext, Page } from '@playwright/test';

import { MASTER_PASSWORD, PASSWORD, ROOT_EMAIL, unique, uniqueEmail } from './accounts';
import { codeMailedTo } from './mail-server';
import { expect } from './site';

const DAY_MS = 24 * 60 * 60 * 1000;

export type Reader = { email: string; id: string; token: string };

/** Creates an account that is not verified yet. */
export async function register(request: APIRequestContext, email: string): Promise<void> {
  const data = { name: 'A Reader', email, password: PASSWORD };
  const response = await request.post('/api/auth/register', { data });
  expect(response.status()).toBe(201);
}

/** Creates a verified and onboarded reader. */
export async function newReader(
  request: APIRequestContext,
  email = uniqueEmail('reader'),
): Promise<Reader> {
  await register(request, email);
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

/** Submits the login form; does not wait for its result. */
export async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** Creates an administrator for one test alone and returns their email. */
export async function newAdmin(request: APIRequestContext, name: string): Promise<string> {
  const username = unique(name);
  const email = `${username}@example.org`;
  const response = await request.post('/api/admin/signup', {
    data: { username, email, password: PASSWORD, masterPassword: MASTER_PASSWORD },
  });
  expect(response.status()).toBe(201);
  return email;
}

/** The entries of local storage that describe the session. */
type StoredSession = Record<string, string>;

async function readerEntries(request: APIRequestContext, email: string): Promise<StoredSession> {
  const response = await request.post('/api/auth/login', { data: { email, password: PASSWORD } });
  expect(response.status()).toBe(200);
  const { token, user } = (await response.json()) as { token: string; user: object };
  const expiresAt = String(Date.now() + DAY_MS);
  return { token, user: JSON.stringify(user), expiresAt };
}

async function adminEntries(request: APIRequestContext, email: string): Promise<StoredSession> {
  const { token, admin } = await adminSession(request, email);
  return { adminToken: token, admin: JSON.stringify(admin) };
}

async function adminSession(request: APIRequestContext, email: string) {
  const response = await request.post('/api/admin/login', { data: { email, password: PASSWORD } });
  expect(response.status()).toBe(200);
  return (await response.json()) as { token: string; admin: object };
}

/** Returns a bearer token of the administrator. */
export async function adminToken(request: APIRequestContext, email: string): Promise<string> {
  return (await adminSession(request, email)).token;
}

/** Returns the storage state of a browser context with a signed-in reader. */
export async function readerState(request: APIRequestContext, email: string) {
  return stateWith(await readerEntries(request, email));
}

/** Returns the storage state of a browser context with a signed-in administrator. */
export async function adminState(request: APIRequestContext, email: string) {
  return stateWith(await adminEntries(request, email));
}

function stateWith(session: StoredSession) {
  const localStorage = Object.entries(session).map(([name, value]) => ({ name, value }));
  return { cookies: [], origins: [{ origin: siteAddress(), localStorage }] };
}

/** Signs in without the form, from the next page load on. */
export async function signIn(page: Page, email: string): Promise<void> {
  await store(page, await readerEntries(page.request, email));
}

/** Signs in without the form, from the next page load on. */
export async function signInAsAdmin(page: Page, email: string): Promise<void> {
  await store(page, await adminEntries(page.request, email));
}

async function store(page: Page, session: StoredSession): Promise<void> {
  // Local storage needs a page of the origin; this one runs no client that could write to it as well.
  await page.goto(`${siteAddress()}/robots.txt`);
  await page.evaluate((entries) => {
    localStorage.clear();
    for (const [key, value] of entries) {
      localStorage.setItem(key, value);
    }
  }, Object.entries(session));
}

function siteAddress(): string {
  return process.env['SITE'] ?? '';
}

export async function logInAs(page: Page, email: string): Promise<void> {
  await logIn(page, email);
  await expect(page.getByRole('button', { name: 'Logout' }).first()).toBeVisible();
}

/** Logs out, and waits for the login page: by default that of readers. */
export async function logOut(page: Page, loginPath = '/login'): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).first().click();
  await expect(page).toHaveURL(loginPath);
}

/** Opens the profile of whoever is logged in, and waits for their comments, which move what is below them. */
export async function openOwnProfile(page: Page): Promise<void> {
  await page.goto('/profile');
  const comments = page.getByRole('region', { name: 'My Comments' });
  const first = comments.getByRole('listitem').first();
  await expect(first.or(comments.getByText('No comments yet'))).toBeVisible();
}

export async function logInAsAdmin(page: Page, email = ROOT_EMAIL): Promise<void> {
  await page.goto('/admin/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome back, Admin!' })).toBeVisible();
}
