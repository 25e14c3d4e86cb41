/** A wave of spam, handled from the queue by keyboard alone. */
import type { APIRequestContext, Page } from '@playwright/test';

import { unique, uniqueEmail } from './accounts';
import { expectNoViolations } from './axe';
import { expectNoSidewaysScroll } from './fitting';
import { moveTo, tabTo } from './keyboard';
import { type Reader, adminToken, newAdmin, newReader, signInAsAdmin } from './people';
import { PIXEL } from './pixel';
import { expect, test } from './site';
import { newMember } from './staff';

const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1280, height: 900 };
const SPAMMERS = 3;

async function post(request: APIRequestContext, token: string, slug: string, content: string) {
  return request.post(`/api/blogs/${slug}/comments`, {
    headers: { authorization: `Bearer ${token}` },
    data: { content },
  });
}

async function textsOn(request: APIRequestContext, slug: string): Promise<string[]> {
  const response = await request.get(`/api/blogs/${slug}/comments?limit=100`);
  const { comments } = (await response.json()) as { comments: { content: string }[] };
  return comments.map(({ content }) => content);
}

const rowWith = (page: Page, text: string) =>
  page.locator('[data-comment]').filter({ hasText: text });

/** Moves through the queue until the row with the text has the focus. */
async function moveToRow(page: Page, text: string): Promise<void> {
  await moveTo(page, rowWith(page, text), 'j');
}

test('handles a wave of spam from the queue by keyboard alone', async ({ page, request }) => {
  test.setTimeout(240_000);
  const admin = await newAdmin(request, 'chief');
  const editor = await newMember(request, admin, 'editor');
  const host = `${unique('pills')}.example`;
  const created = await request.post('/api/blogs/create', {
    headers: { authorization: `Bearer ${await adminToken(request, admin)}` },
    data: {
      title: unique('A post that spammers found'),
      content: '<p>Text.</p>',
      category: 'Other',
      featuredImage: PIXEL,
      status: 'published',
    },
  });
  const { slug } = ((await created.json()) as { blog: { slug: string } }).blog;
  const friend = await newReader(request);
  expect((await post(request, friend.token, slug, 'I liked this one.')).status()).toBe(201);
  const spammers: Reader[] = [];
  for (let number = 0; number < SPAMMERS; number += 1) {
    const spammer = await newReader(request, uniqueEmail('spammer'));
    spammers.push(spammer);
    for (const word of ['Cheap', 'Buy']) {
      const text = `${word} pills ${number} https://shop.${host}/`;
      expect((await post(request, spammer.token, slug, text)).status()).toBe(201);
    }
  }

  await signInAsAdmin(page, editor.email);
  await test.step('the queue shows the wave, and its keys', async () => {
    await page.goto('/admin/comments');
    await expect(rowWith(page, 'Cheap pills 0')).toBeVisible();
    await page.keyboard.press('?');
    await expect(page.getByText('dismiss the reports')).toBeVisible();
    await page.keyboard.press('?');
  });

  await test.step('a removal is undone', async () => {
    await moveToRow(page, 'I liked this one.');
    await page.keyboard.press('r');
    await expect(page.getByRole('status').filter({ hasText: 'Comment removed' })).toBeVisible();
    await page.keyboard.press('z');
    await expect(rowWith(page, 'I liked this one.')).toBeFocused();
    expect(await textsOn(request, slug)).toContain('I liked this one.');
  });

  await test.step('selected comments are spam, and their authors go with them', async () => {
    for (let number = 0; number < SPAMMERS; number += 1) {
      await page.getByRole('heading', { level: 1 }).focus();
      await moveToRow(page, `Cheap pills ${number}`);
      await page.keyboard.press('x');
    }
    await expect(page.getByText(`${SPAMMERS} selected`)).toBeVisible();
    await page.keyboard.press('s');
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toBeVisible();
    await expectNoViolations(page);
    await tabTo(page, dialog.getByRole('checkbox', { name: /^Ban all 3 authors/ }));
    await page.keyboard.press('Space');
    await tabTo(page, dialog.getByRole('button', { name: 'Mark as spam' }));
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect.poll(() => textsOn(request, slug)).toEqual(['I liked this one.']);
    for (const { token } of spammers) {
      expect((await post(request, token, slug, 'Again')).status()).toBe(401);
    }
  });

  await test.step('the site of the spammers is blocked', async () => {
    await tabTo(page, page.getByRole('link', { name: 'Spam Rules' }).first());
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Spam Rules' })).toBeVisible();
    await expectNoViolations(page);
    await tabTo(page, page.getByRole('textbox', { name: 'Blocked sites' }));
    await page.keyboard.press('Control+End');
    await page.keyboard.type(`${host}\n`);
    await tabTo(page, page.getByRole('button', { name: /^Save/ }));
    await page.keyboard.press('Enter');
    await expect(page.getByText('Spam rules saved')).toBeVisible();
  });

  const newcomer = await newReader(request, uniqueEmail('newcomer'));
  await test.step('the next one waits, and its author alone sees it', async () => {
    for (const text of [`Cheap again www.${host}`, `Look at https://${host}/ what I found`]) {
      const held = await post(request, newcomer.token, slug, text);
      expect(held.status()).toBe(201);
      const { message } = (await held.json()) as { message: string };
      expect(message).toBe('Your comment will be shown once a moderator has approved it');
    }
    expect(await textsOn(request, slug)).toEqual(['I liked this one.']);
  });

  await test.step('one held comment is removed, the other approved', async () => {
    await page.goto('/admin/dashboard');
    const note = page.getByRole('link', { name: /wait for a moderator/ });
    await tabTo(page, note);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'All Comments' })).toBeVisible();
    await moveToRow(page, 'Cheap again');
    await expect(rowWith(page, 'Cheap again')).toContainText('it links to a blocked site');
    await page.keyboard.press('r');
    await moveToRow(page, 'what I found');
    await page.keyboard.press('a');
    await expect
      .poll(() => textsOn(request, slug))
      .toContain(`Look at https://${host}/ what I found`);
    expect(await textsOn(request, slug)).toHaveLength(2);
    await expect(page.getByRole('link', { name: /^Held/ })).toContainText('0');
  });
});

test('shows the pages of moderation without a violation at any size', async ({ page, request }) => {
  test.setTimeout(180_000);
  const admin = await newAdmin(request, 'sizes');
  await signInAsAdmin(page, admin);
  const reader = await newReader(request);
  const text = unique('To be looked at');
  const withWideCode = `${text}\n\n\`\`\`\n${'wide '.repeat(40)}\n\`\`\``;
  const posted = await post(request, reader.token, 'sqlite-is-enough', withWideCode);
  expect(posted.status()).toBe(201);
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    for (const path of [
      `/admin/comments?search=${text}`,
      '/admin/comments?status=held',
      '/admin/comments?status=reported',
      '/admin/spam-rules',
      '/admin/users',
      '/admin/dashboard',
    ]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('.skeleton')).toHaveCount(0);
      if (path.includes('?search=')) await expect(page.getByText(text)).toBeVisible();
      await expectNoViolations(page);
      await expectNoSidewaysScroll(page);
    }
  }
});
