/** The page of a post as its author uses it. */
import type { APIRequestContext, Page } from '@playwright/test';

import { adminToken, newAdmin, signInAsAdmin } from './people';
import { expect } from './site';

export const titleField = (page: Page) => page.getByLabel('Title');
export const postText = (page: Page) => page.getByRole('textbox', { name: 'Content' });

/** Opens an empty post as a new administrator; returns the administrator's address. */
export async function openNewPost(
  page: Page,
  request: APIRequestContext,
  name: string,
): Promise<string> {
  const email = await newAdmin(request, name);
  await signInAsAdmin(page, email);
  await page.goto('/admin/new-blog');
  await expect(postText(page)).toBeVisible();
  return email;
}

/** Fills in what a post needs beside its text, and goes to the text. */
export async function fillInPost(page: Page, title: string): Promise<void> {
  await titleField(page).fill(title);
  await page.getByLabel('Featured Image URL').fill(`${process.env['SITE'] ?? ''}/icon-512.png`);
  await postText(page).click();
}

/** Pastes into the text, by the types of the clipboard. */
export async function paste(page: Page, clipboard: Record<string, string>): Promise<void> {
  await postText(page).evaluate((root, entries) => {
    const clipboardData = new DataTransfer();
    for (const [type, value] of entries) {
      clipboardData.setData(type, value);
    }
    root.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, Object.entries(clipboard));
}

/** Returns the posts whose titles contain the words, as they are stored. */
export async function postsNamed(request: APIRequestContext, email: string, words: string) {
  const headers = { authorization: `Bearer ${await adminToken(request, email)}` };
  const search = encodeURIComponent(words);
  const found = await request.get(`/api/blogs/admin/blogs?search=${search}`, { headers });
  const { blogs } = (await found.json()) as { blogs: { _id: string; status: string }[] };
  return Promise.all(
    blogs.map(async ({ _id: id, status }) => {
      const response = await request.get(`/api/blogs/admin/blogs/${id}`, { headers });
      const { blog } = (await response.json()) as { blog: { slug: string; content: string } };
      return { id, status, slug: blog.slug, content: blog.content };
    }),
  );
}
