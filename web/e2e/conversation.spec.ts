/** A conversation between two readers below a post, and links into threads of any depth. */
import type { APIRequestContext, Page } from '@playwright/test';

import { unique } from './accounts';
import { expectNoViolations } from './axe';
import { comment, openAs } from './discussion';
import { layoutShifts } from './layout-shift';
import { adminToken, newAdmin, newReader, signInAsAdmin } from './people';
import { PIXEL } from './pixel';
import { expect, test } from './site';

const PHONE = { width: 360, height: 740 };

async function publish(request: APIRequestContext, admin: string, title: string): Promise<string> {
  const response = await request.post('/api/blogs/create', {
    headers: { authorization: `Bearer ${await adminToken(request, admin)}` },
    data: {
      title,
      content: '<p>A text to talk about.</p>',
      category: 'Other',
      featuredImage: PIXEL,
      status: 'published',
    },
  });
  expect(response.status()).toBe(201);
  const { blog } = (await response.json()) as { blog: { slug: string } };
  return blog.slug;
}

const commentWith = (page: Page, text: string) =>
  page.locator('article.comment').filter({ hasText: text });

async function openMenu(page: Page, text: string): Promise<void> {
  await commentWith(page, text)
    .getByRole('button', { name: /^More actions/ })
    .click();
  await expect(page.getByRole('menu')).toBeVisible();
}

test('takes two readers through a thread with code, an edit, a deletion, a report and a removal', async ({
  browser,
  page,
  request,
}) => {
  test.setTimeout(240_000);
  const admin = await newAdmin(request, 'keeper');
  const slug = await publish(request, admin, unique('A post to talk about'));
  const [ada, bo] = [await newReader(request), await newReader(request)];
  const path = `/blog/${slug}`;
  const question = unique('How do I read a file');
  const answer = unique('Read it at once');
  const insult = unique('Only a fool asks that');
  const adas = await openAs(browser, ada, path, PHONE);

  await test.step('Ada asks, and a draft survives a reload', async () => {
    const field = adas.getByRole('textbox', { name: 'Add a comment' });
    await field.fill(`${question} in \`Rust\`?`);
    await adas.reload();
    await expect(field).toHaveValue(`${question} in \`Rust\`?`);
    await adas.getByRole('button', { name: 'Comment', exact: true }).click();
    await expect(adas.getByText('Comment added successfully')).toBeVisible();
    await expect(commentWith(adas, question).locator('code')).toHaveText('Rust');
    await expect(field).toHaveValue('');
  });

  const bos = await openAs(browser, bo, path, PHONE);
  await test.step('Bo answers in place, with code, by keyboard', async () => {
    const reply = commentWith(bos, question).getByRole('button', { name: 'Reply' });
    await reply.press('Enter');
    const field = bos.getByRole('textbox', { name: /^Reply to / });
    await expect(field).toBeFocused();
    await bos.keyboard.press('Escape');
    await expect(field).toHaveCount(0);
    await expect(reply).toBeFocused();
    await bos.keyboard.press('Enter');
    await field.fill(`${answer}:\n\n\`\`\`rust\nlet text = fs::read_to_string(path)?;\n\`\`\``);
    await expectNoViolations(bos);
    await bos.keyboard.press('Control+Enter');
    await expect(commentWith(bos, answer).locator('pre code')).toContainText('read_to_string');
    await expect(commentWith(bos, answer)).toBeFocused();
  });

  await test.step('Bo edits the answer', async () => {
    await openMenu(bos, answer);
    await expectNoViolations(bos);
    await bos.getByRole('menuitem', { name: 'Edit' }).click();
    const field = bos.getByRole('textbox', { name: 'Edit your comment' });
    await expect(field).toBeFocused();
    await field.fill(`${answer}, **whole**: see https://example.org/docs`);
    await expectNoViolations(bos);
    await bos.getByRole('button', { name: 'Save' }).click();
    const edited = commentWith(bos, answer);
    await expect(edited.locator('strong')).toHaveText('whole');
    await expect(edited.getByText(/^edited/)).toBeVisible();
    const link = edited.getByRole('link', { name: 'https://example.org/docs' });
    await expect(link).toHaveAttribute('rel', 'nofollow ugc noopener');
  });

  await test.step('Ada sees the answer, and answers it', async () => {
    await adas.reload();
    await expect(commentWith(adas, answer)).toBeVisible();
    await commentWith(adas, answer).getByRole('button', { name: 'Reply' }).click();
    await adas.getByRole('textbox', { name: /^Reply to / }).fill('Thank you, that works.');
    await adas.getByRole('button', { name: 'Post reply' }).click();
    await expect(commentWith(adas, 'Thank you, that works.')).toBeVisible();
  });

  await test.step('Bo deletes the answer, whose place stays', async () => {
    await openMenu(bos, answer);
    await bos.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(bos.getByRole('alertdialog')).toBeVisible();
    await expectNoViolations(bos);
    await bos.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(bos.getByText('Comment deleted successfully')).toBeVisible();
    await bos.reload();
    await expect(bos.getByText('This comment was deleted')).toBeVisible();
    await expect(commentWith(bos, 'Thank you, that works.')).toBeVisible();
    await expect(commentWith(bos, answer)).toHaveCount(0);
  });

  await test.step('Ada reports an insult', async () => {
    await comment(request, bo, slug, { content: insult });
    await adas.reload();
    await openMenu(adas, insult);
    await adas.getByRole('menuitem', { name: 'Report', exact: true }).click();
    const dialog = adas.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Abuse or harassment' }).check();
    await dialog.getByRole('textbox', { name: 'Note' }).fill('This is meant for me.');
    await expectNoViolations(adas);
    await dialog.getByRole('button', { name: 'Report' }).click();
    await expect(adas.getByText('Thank you. A moderator will look at it.')).toBeVisible();
  });

  await test.step('a moderator reads the report and removes the insult', async () => {
    await signInAsAdmin(page, admin);
    await page.goto('/admin/comments?status=reported');
    const row = page.locator('[data-comment]').filter({ hasText: insult });
    await expect(row).toContainText('Abuse');
    await expect(row).toContainText('This is meant for me.');
    await row.getByRole('button', { name: /^Remove/ }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Comment removed' })).toBeVisible();
    await expect(row).toHaveCount(0);
    await expect(page.getByRole('link', { name: /^Reported/ })).not.toContainText('1');
    await expect(async () => {
      await adas.reload();
      await expect(adas.getByText('Thank you, that works.')).toBeVisible();
      expect(await commentWith(adas, insult).count()).toBe(0);
    }).toPass();
  });

  await adas.context().close();
  await bos.context().close();
});

test('opens a link to a comment on any page and at any depth, with and without JavaScript', async ({
  browser,
  page,
  request,
}) => {
  test.setTimeout(240_000);
  const admin = await newAdmin(request, 'linker');
  const slug = await publish(request, admin, unique('A post with long threads'));
  const reader = await newReader(request);
  const root = await comment(request, reader, slug, { content: 'The first of all threads' });
  let parentId = root;
  for (let depth = 1; depth <= 24; depth += 1) {
    parentId = await comment(request, reader, slug, { content: `At depth ${depth}`, parentId });
  }
  for (let number = 1; number <= 21; number += 1) {
    await comment(request, reader, slug, { content: `A later thread, number ${number}` });
  }
  const deep = `comment-${parentId}`;

  await test.step('the client opens the page and the thread', async () => {
    await page.goto(`/blog/${slug}#${deep}`);
    await expect(page.locator(`#${deep}`)).toBeInViewport();
    await expect(page.locator(`#${deep}`)).toContainText('At depth 24');
    await expect(page.locator(`#${deep}`)).toContainText('in reply to A Reader');
    await expect(page.locator(`#${deep}`)).toBeFocused();
  });

  await test.step('the server draws it at its place, without a layout shift', async () => {
    await page.goto(`/blog/${slug}?comment=${parentId}`);
    await expect(page.locator(`#${deep}`)).toContainText('At depth 24');
    await page.waitForFunction(() => document.fonts.status === 'loaded');
    expect(await layoutShifts(page)).toEqual([]);
  });

  await test.step('pages and sorts threads', async () => {
    await page.goto(`/blog/${slug}`);
    await expect(page.getByText('A later thread, number 21')).toBeVisible();
    await expect(page.getByText('The first of all threads')).toHaveCount(0);
    await page.getByRole('link', { name: 'Next comments' }).click();
    await expect(page.getByText('The first of all threads')).toBeVisible();
    await page.getByRole('link', { name: 'Oldest' }).click();
    await expect(page.locator('article.comment').first()).toContainText('The first of all threads');
    await expectNoViolations(page);
  });

  await test.step('without JavaScript', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: PHONE });
    const plain = await context.newPage();
    await plain.goto(`${new URL(page.url()).origin}/blog/${slug}?comment=${parentId}#${deep}`);
    await expect(plain.locator(`#${deep}`)).toBeVisible();
    await expect(plain.locator(`#${deep}`)).toContainText('At depth 24');
    await plain.getByRole('link', { name: 'Oldest' }).click();
    await expect(plain.locator('article.comment').first()).toContainText(
      'The first of all threads',
    );
    await plain.getByRole('link', { name: /^Show \d+ more replies$/ }).click();
    await expect(plain.getByText('At depth 20', { exact: true })).toBeVisible();
    await context.close();
  });
});
