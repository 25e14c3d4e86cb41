/** Planned publication, the calendar, and links by which visitors read a draft. */
import type { APIRequestContext, Page } from '@playwright/test';

import { unique } from './accounts';
import { animationsFinished } from './animations';
import { violations } from './axe';
import { expectNoSidewaysScroll } from './fitting';
import { adminToken, newAdmin, signInAsAdmin } from './people';
import { fillInPost, openNewPost, postText, postsNamed } from './post-page';
import { expect, test } from './site';

const DAY_MS = 24 * 60 * 60 * 1000;

type Author = { email: string; headers: { authorization: string } };
type Draft = { id: string; title: string };

async function newAuthor(request: APIRequestContext): Promise<Author> {
  const email = await newAdmin(request, 'planner');
  return { email, headers: { authorization: `Bearer ${await adminToken(request, email)}` } };
}

async function newDraft(
  request: APIRequestContext,
  { headers }: Author,
  title: string,
  publishAt?: Date,
): Promise<Draft> {
  const response = await request.post('/api/blogs/create', {
    headers,
    data: {
      title,
      content: '<p>Words of the draft.</p>',
      category: 'Other',
      tags: ['planned'],
      featuredImage: `${process.env['SITE'] ?? ''}/icon-512.png`,
      status: 'draft',
      ...(publishAt && { publishAt: publishAt.toISOString() }),
    },
  });
  expect(response.status(), await response.text()).toBe(201);
  const { blog } = (await response.json()) as { blog: { _id: string } };
  return { id: blog._id, title };
}

/** Returns a day of the month after the next one at a quarter past nine, in the zone of the browser and of this process. */
function inTwoMonths(day: number): Date {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth() + 2, day, 9, 15);
}

function dayOf(date: Date): string {
  const parts = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'));
  return [String(date.getFullYear()), ...parts].join('-');
}

function monthAddress(date: Date): string {
  return `/admin/calendar?month=${dayOf(date).slice(0, -'-dd'.length)}`;
}

function cell(page: Page, date: Date) {
  return page.locator(`[data-day="${dayOf(date)}"]`);
}

async function publishAtOf(request: APIRequestContext, { headers }: Author, { id }: Draft) {
  const response = await request.get(`/api/blogs/admin/blogs/${id}`, { headers });
  const { blog } = (await response.json()) as { blog: { publishAt: string | null } };
  return blog.publishAt;
}

test('plans a post in the editor', async ({ page, request }) => {
  const email = await openNewPost(page, request, 'planner');
  const title = unique('Planned');
  await fillInPost(page, title);
  await postText(page).pressSequentially('It comes later.');
  await page.getByRole('button', { name: 'Schedule…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Schedule this post' });
  const day = inTwoMonths(3);
  await dialog.getByLabel('Date').fill(dayOf(new Date(Date.now() - DAY_MS)));
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expect(dialog.getByText('This day is in the past')).toBeVisible();
  await dialog.getByLabel('Date').fill(dayOf(day));
  await dialog.getByLabel('Time').fill('09:15');
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
  const line = page.getByRole('note', { name: 'Planned publication' });
  await expect(line).toContainText('Will be published on');
  await expect(line.locator('time')).toHaveAttribute('datetime', day.toISOString());
  await expect(page.getByText('Unsaved changes')).toHaveCount(0);
  expect(await postsNamed(request, email, title)).toEqual([
    expect.objectContaining({ status: 'draft' }),
  ]);

  await page.goto('/admin/posts');
  await expect(page.getByRole('row', { name: title })).toContainText('Scheduled ·');
  await page.getByRole('link', { name: title, exact: true }).click();
  await line.getByRole('button', { name: 'Unschedule' }).click();
  await expect(line).toHaveCount(0);
});

test('publishes a planned post at its second: on its page, in lists and in the feed', async ({
  page,
  request,
}) => {
  const author = await newAuthor(request);
  const title = unique('Punctual');
  const draft = await newDraft(request, author, title);
  await signInAsAdmin(page, author.email);
  await page.goto(`/admin/edit-blog/${draft.id}`);
  await expect(postText(page)).toContainText('Words of the draft.');
  const publishAt = new Date(Date.now() + 3_000).toISOString();
  // The dialog has minutes only.
  const planned = await request.put(`/api/blogs/${draft.id}/schedule`, {
    headers: author.headers,
    data: { publishAt },
  });
  expect(planned.status(), await planned.text()).toBe(200);
  await page.reload();
  await expect(page.getByRole('note', { name: 'Planned publication' })).toBeVisible();
  await expect(page.getByText('This post has been published, as scheduled')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Schedule…' })).toHaveCount(0);

  const address = `/api/blogs/${draft.id}`;
  const { blog } = (await (await request.get(address)).json()) as {
    blog: { createdAt: string; slug: string };
  };
  expect(Date.parse(blog.createdAt)).toBe(Date.parse(publishAt));
  await page.goto(`/blog/${blog.slug}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(await (await request.get('/feed.xml')).text()).toContain(title);
});

test('moves planned posts in the calendar by drag, by keys and by a dialog', async ({
  page,
  request,
}) => {
  const author = await newAuthor(request);
  const [from, dragged, carried, chosen] = [5, 13, 21, 16].map(inTwoMonths);
  if (!from || !dragged || !carried || !chosen) {
    throw new Error('a day is missing');
  }
  const draft = await newDraft(request, author, unique('Movable'), from);
  await signInAsAdmin(page, author.email);
  await page.goto(monthAddress(from));
  const link = page.getByRole('link', { name: draft.title });
  await expect(cell(page, from).getByRole('link', { name: draft.title })).toBeVisible();

  await link.dragTo(cell(page, dragged));
  await expect(cell(page, dragged).getByRole('link', { name: draft.title })).toBeVisible();
  await expect.poll(() => publishAtOf(request, author, draft)).toBe(dragged.toISOString());

  await link.focus();
  await page.keyboard.press('Space');
  await expect(page.getByText(/is picked up from/u)).toBeAttached();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(cell(page, carried).getByRole('link', { name: draft.title })).toBeFocused();
  await expect.poll(() => publishAtOf(request, author, draft)).toBe(carried.toISOString());

  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Move to another time' });
  await dialog.getByLabel('Date').fill(dayOf(chosen));
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(cell(page, chosen).getByRole('link', { name: draft.title })).toBeVisible();
  await expect.poll(() => publishAtOf(request, author, draft)).toBe(chosen.toISOString());

  await link.click();
  await expect(page).toHaveURL(`/admin/edit-blog/${draft.id}`);
});

test('puts a post back that the server does not move', async ({ page, request }) => {
  const author = await newAuthor(request);
  const [from, target] = [inTwoMonths(5), inTwoMonths(13)];
  const draft = await newDraft(request, author, unique('Fixed'), from);
  await signInAsAdmin(page, author.email);
  await page.goto(monthAddress(from));
  const link = page.getByRole('link', { name: draft.title });
  await expect(link).toBeVisible();
  // Meanwhile somebody has deleted it.
  await request.delete(`/api/blogs/${draft.id}`, { headers: author.headers });
  // The calendar that is fetched again would no longer have it.
  await page.route('**/api/admin/calendar?*', () => undefined);
  await link.dragTo(cell(page, target));
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expect(cell(page, from).getByRole('link', { name: draft.title })).toBeVisible();
});

test('shows a draft to a visitor by its link, until that is revoked', async ({
  browser,
  page,
  request,
}) => {
  const author = await newAuthor(request);
  const draft = await newDraft(request, author, unique('Shown around'));
  await signInAsAdmin(page, author.email);
  await page.goto(`/admin/edit-blog/${draft.id}`);
  const settings = page.getByRole('region', { name: 'Preview link' });
  await settings.getByLabel('Works for (days)').fill('3');
  await settings.getByRole('button', { name: 'Create link' }).click();
  const address = await settings.getByLabel('Address of the preview').inputValue();
  expect(address).toMatch(/\/preview\/[\w-]+$/u);

  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const visitor = await context.newPage();
  const response = await visitor.goto(
    new URL(address).pathname.replace(/^/u, process.env['SITE'] ?? ''),
  );
  expect(response?.status()).toBe(200);
  expect(response?.headers()).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  });
  await expect(visitor.locator('#root[data-drawn]')).toBeAttached();
  await expect(visitor.getByRole('heading', { level: 1, name: draft.title })).toBeVisible();
  await expect(visitor.getByRole('note')).toContainText('this post is not published yet');
  await expect(visitor.getByRole('button', { name: /^Like/u })).toHaveCount(0);
  await audit(visitor);

  await settings.getByRole('button', { name: 'Revoke…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(settings.getByRole('button', { name: 'Create link' })).toBeVisible();
  expect((await visitor.reload())?.status()).toBe(404);
  await expect(visitor.getByRole('heading', { name: 'Blog not found' })).toBeVisible();
  await context.close();
});

test('leads from the link of a published post to its page', async ({ page, request }) => {
  const author = await newAuthor(request);
  const draft = await newDraft(request, author, unique('Published meanwhile'));
  const created = await request.post(`/api/blogs/${draft.id}/preview-link`, {
    headers: author.headers,
    data: { days: 1 },
  });
  const { url } = (await created.json()) as { url: string };
  const { blog } = (await (
    await request.get(`/api/blogs/admin/blogs/${draft.id}`, { headers: author.headers })
  ).json()) as { blog: { title: string; content: string; category: string; slug: string } };
  const published = await request.put(`/api/blogs/update/${draft.id}`, {
    headers: author.headers,
    data: { ...blog, status: 'published' },
  });
  expect(published.status(), await published.text()).toBe(200);
  await page.goto(new URL(url).pathname);
  await expect(page).toHaveURL(`/blog/${blog.slug}`);
  await expect(page.getByRole('heading', { level: 1, name: draft.title })).toBeVisible();
});

for (const { name, width } of [
  { name: 'desktop', width: 1280 },
  { name: 'phone', width: 360 },
]) {
  test(`is accessible and fits, ${name}`, async ({ page, request }) => {
    const author = await newAuthor(request);
    const from = inTwoMonths(5);
    const [draft] = await Promise.all(
      ['one', 'two', 'three', 'four with a title that is far too long for a day'].map((title) =>
        newDraft(request, author, unique(title), from),
      ),
    );
    await page.setViewportSize({ width, height: 900 });
    await signInAsAdmin(page, author.email);
    await page.goto(monthAddress(from));
    await expect(page.getByRole('button', { name: /^Move/u }).first()).toBeAttached();
    await audit(page);
    await page.getByRole('button', { name: /^Move/u }).first().focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Move to another time' })).toBeVisible();
    await audit(page);
    await page.keyboard.press('Escape');

    await page.goto(`/admin/edit-blog/${draft?.id ?? ''}`);
    await expect(page.getByRole('note', { name: 'Planned publication' })).toBeVisible();
    const toggle = page.getByRole('button', { name: 'Post settings' });
    if ((await toggle.getAttribute('aria-expanded')) === 'false') {
      await toggle.click();
    }
    await page.getByRole('button', { name: 'Create link' }).click();
    await expect(page.getByLabel('Address of the preview')).toBeVisible();
    await audit(page);
  });
}

/** Runs axe in both themes, and checks that the page is no wider than the window. */
async function audit(page: Page) {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await animationsFinished(page);
    expect.soft(await violations(page, theme)).toEqual([]);
  }
  await expectNoSidewaysScroll(page);
}
