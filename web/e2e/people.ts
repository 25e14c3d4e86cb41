/** Readers for journeys that do not begin with signing up. */
import type { APIRequestContext, Page } from '@playwright/test';

import { MASTER_PASSWORD, PASSWORD, ROOT_EMAIL } from './accounts';
import { codeMailedTo } from './mail-server';
import { expect } from './site';

export type Reader = { email: string; id: string; token: string };

/** An account that waits for its code. */
export async function registered(request: APIRequestContext, email: string): Promise<void> {
  const data = { name: 'A Reader', email, password: PASSWORD };
  const answer = await request.post('/api/auth/register', { data });
  expect(answer.status()).toBe(201);
}

/** A reader who may take part. */
export async function newReader(request: APIRequestContext, email: string): Promise<Reader> {
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

export async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

export async function logInAs(page: Page, email: string): Promise<void> {
  await logIn(page, email);
  await expect(page.getByRole('button', { name: 'Logout' }).first()).toBeVisible();
}

/** An administrator of the journey's own, so that no other is disturbed. */
export async function newAdmin(request: APIRequestContext, username: string): Promise<string> {
  const email = `${username}@example.org`;
  const answer = await request.post('/api/admin/signup', {
    data: { username, email, password: PASSWORD, masterPassword: MASTER_PASSWORD },
  });
  expect(answer.status()).toBe(201);
  return email;
}

export async function logInAsAdmin(page: Page, email = ROOT_EMAIL): Promise<void> {
  await page.goto('/admin/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome back, Admin!' })).toBeVisible();
}
