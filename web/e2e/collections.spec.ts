/** Tags, authors and series: as editors and authors tend them, and as readers go through them. */
import type { APIRequestContext, Page } from '@playwright/test';

import { unique } from './accounts';
import { expectNoViolations } from './axe';
import { browserOf } from './editing';
import { tabTo } from './keyboard';
import { adminToken, newAdmin, newReader, signIn } from './people';
import { expect, test } from './site';
import { newMember } from './staff';

const SIZES = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
];

/** Checks a page at both sizes, and leaves it at the larger one. */
async function expectFits(page: Page): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(beyond, `at ${size.width}`).toBe(0);
    await expectNoViolations(page);
  }
}

type Published = { id: string; slug: string; title: string };

async function publish(
  request: APIRequestContext,
  token: string,
  title: string,
  tags: readonly string[],
): Promise<Published> {
  const created = await request.post('/api/blogs/create', {
    headers: { authorization: `Bearer ${token}` },
    data: {
      title,
      content: `<p>Words of ${title}.</p>`,
      category: 'Other',
      tags,
      featuredImage: 'https://example.org/a.png',
      status: 'published',
    },
  });
  expect(created.status()).toBe(201);
  const { blog } = (await created.json()) as { blog: { _id: string; slug: string } };
  return { id: blog._id, slug: blog.slug, title };
}

test('an editor renames and merges tags, and old addresses still lead to their posts', async ({
  page: visitor,
  browser,
  request,
  baseURL,
}) => {
  test.setTimeout(180_000);
  const lead = await newAdmin(request, 'lead');
  const token = await adminToken(request, lead);
  const { email } = await newMember(request, lead, 'editor');
  const wrong = unique('golnag');
  const right = unique('golang');
  const stays = unique('go');
  const post = await publish(request, token, unique('On goroutines'), [wrong]);
  await publish(request, token, unique('On channels'), [stays]);
  const { context, page: panel } = await browserOf(browser, request, email, baseURL);

  await test.step('a visitor reads the posts of the tag', async () => {
    await visitor.goto(`/blog/${post.slug}`);
    await expect(visitor.locator('#root[data-drawn]')).toBeAttached();
    await visitor.getByRole('list', { name: 'Tags' }).getByRole('link', { name: wrong }).click();
    await expect(visitor.getByRole('heading', { level: 1, name: wrong })).toBeFocused();
    await expect(visitor).toHaveURL(`/tag/${wrong}`);
    await expect(visitor.getByRole('link', { name: post.title })).toBeVisible();
  });

  await test.step('the editor gives it the right name', async () => {
    await panel.goto(`/admin/tags?search=${wrong}`);
    await panel.getByRole('button', { name: `Edit ${wrong}` }).click();
    const dialog = panel.getByRole('dialog', { name: 'Edit the tag' });
    await expect(dialog.getByLabel('Name')).toBeFocused();
    await dialog.getByLabel('Name').fill(right);
    await expect(dialog.getByText('Changes 1 post')).toBeVisible();
    await dialog.getByLabel('Description').fill('A language with goroutines.');
    await expectFits(panel);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(panel.getByText('The tag is saved')).toBeVisible();
  });

  await test.step('the old address leads to the new one', async () => {
    await visitor.goto(`/tag/${wrong}`);
    await expect(visitor).toHaveURL(`/tag/${right}`);
    await expect(visitor.getByText('A language with goroutines.')).toBeVisible();
    await expect(visitor.getByRole('link', { name: post.title })).toBeVisible();
    await expectFits(visitor);
  });

  await test.step('the editor merges it into another one', async () => {
    await panel.goto(`/admin/tags?search=${right}`);
    await panel.getByRole('button', { name: `Merge ${right} into another tag` }).click();
    const dialog = panel.getByRole('alertdialog', { name: `Merge “${right}”` });
    await expect(dialog).toContainText(`1 post has ${right}`);
    await dialog.getByLabel('The tag that stays').fill(stays);
    await expect(dialog.getByText(`“${stays}” has 1 post now`)).toBeVisible();
    await expectFits(panel);
    await dialog.getByRole('button', { name: 'Merge' }).click();
    await expect(panel.getByText(`1 post changed, “${stays}” stays`)).toBeVisible();
    await expect(panel.getByText('No tags found')).toBeVisible();
  });

  await test.step('all addresses lead to what is left', async () => {
    for (const former of [wrong, right]) {
      await visitor.goto(`/tag/${former}`);
      await expect(visitor).toHaveURL(`/tag/${stays}`);
      await expect(visitor.getByText('2 posts', { exact: true })).toBeVisible();
    }
    const feed = await request.get(`/tag/${wrong}/feed.json`);
    expect(feed.headers()['content-type']).toBe('application/feed+json');
    expect(((await feed.json()) as { items: unknown[] }).items).toHaveLength(2);
  });
  await context.close();
});

test('an author makes a series, whose posts readers follow one after the other', async ({
  page: visitor,
  browser,
  request,
  baseURL,
}) => {
  test.setTimeout(180_000);
  const lead = await newAdmin(request, 'lead');
  const { email, username } = await newMember(request, lead, 'author');
  const token = await adminToken(request, email);
  const name = unique('Queues from the start');
  const first = await publish(request, token, unique('One queue'), []);
  const second = await publish(request, token, unique('Many queues'), []);
  const { context, page: panel } = await browserOf(browser, request, email, baseURL);

  await test.step('makes it by the keyboard alone', async () => {
    await panel.goto('/admin/series');
    await tabTo(panel, panel.getByRole('button', { name: 'New Series' }));
    await panel.keyboard.press('Enter');
    await expect(panel.getByRole('dialog').getByLabel('Title')).toBeFocused();
    await panel.keyboard.type(name);
    await expectFits(panel);
    await panel.keyboard.press('Enter');
    await expect(panel.getByRole('heading', { level: 1, name })).toBeVisible();
  });
  const series = new URL(panel.url()).pathname;

  await test.step('puts posts into it in the editor', async () => {
    for (const { id } of [second, first]) {
      await panel.goto(`/admin/edit-blog/${id}`);
      const part = panel.getByRole('region', { name: 'Series' });
      await part.getByLabel('Part of').selectOption(name);
      await expect(part.getByRole('link', { name: 'Order of the series' })).toBeVisible();
    }
    await expectNoViolations(panel);
    await panel.getByRole('link', { name: 'Order of the series' }).click();
    await expect(panel).toHaveURL(series);
  });

  await test.step('moves the posts by the keyboard', async () => {
    const items = panel.getByRole('main').getByRole('listitem');
    await expect(items).toHaveCount(2);
    await expect(items.first()).toContainText(second.title);
    const up = panel.getByRole('button', { name: `Move ${first.title} up` });
    await up.focus();
    await panel.keyboard.press('Enter');
    await expect(items.first()).toContainText(first.title);
    await expect(up).toBeFocused();
    await expectFits(panel);
    await panel.reload();
    await expect(items.first()).toContainText(first.title);
  });

  await test.step('and by the pointer', async () => {
    const items = panel.getByRole('main').getByRole('listitem');
    await items.nth(1).dragTo(items.nth(0));
    await expect(items.first()).toContainText(second.title);
    await items.nth(1).dragTo(items.nth(0));
    await expect(items.first()).toContainText(first.title);
  });

  await test.step('readers go from one to the next', async () => {
    await visitor.goto(`/blog/${first.slug}`);
    await expect(visitor.locator('#root[data-drawn]')).toBeAttached();
    const place = visitor.getByRole('navigation', { name });
    await expect(place).toContainText('Part 1 of 2');
    await place.getByRole('link', { name: second.title }).click();
    await expect(visitor.getByRole('heading', { level: 1, name: second.title })).toBeVisible();
    await expect(place).toContainText('Part 2 of 2');
    await place.getByRole('link', { name }).click();
    await expect(visitor.getByRole('heading', { level: 1, name })).toBeFocused();
    await expectFits(visitor);
    await visitor.getByRole('link', { name: username }).click();
    await expect(visitor.getByRole('heading', { level: 1, name: username })).toBeFocused();
  });

  await test.step('the author says who they are', async () => {
    await panel.goto('/admin/settings');
    const part = panel.getByRole('region', { name: 'Author Page' });
    await part.getByLabel('About you').fill('Waits in queues.');
    await part.getByLabel('Website').fill('queues.example.org');
    await part.getByRole('button', { name: 'Save Page' }).click();
    await expect(panel.getByText('Your page is saved')).toBeVisible();
    await visitor.goto(`/author/${username}`);
    await expect(visitor.getByText('Waits in queues.')).toBeVisible();
    await expect(visitor.getByRole('link', { name: 'Website' })).toHaveAttribute(
      'href',
      'https://queues.example.org',
    );
    await expectFits(visitor);
  });
  await context.close();
});

test('a reader follows a series, and finds its posts among what they follow', async ({
  page,
  request,
}) => {
  const token = await adminToken(request, await newAdmin(request, 'lead'));
  const headers = { authorization: `Bearer ${token}` };
  const title = unique('Told in parts');
  const first = await publish(request, token, unique('The beginning'), []);
  const created = await request.post('/api/series', { headers, data: { title } });
  const { series } = (await created.json()) as { series: { _id: string; slug: string } };
  const join = (post: string) =>
    request.put(`/api/blogs/${post}/series`, { headers, data: { series: series._id } });
  expect((await join(first.id)).status()).toBe(200);

  const reader = await newReader(request);
  await signIn(page, reader.email);
  await page.goto(`/series/${series.slug}`);
  const follow = page.getByRole('button', { name: `Follow ${title}` });
  await follow.click();
  await expect(follow).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/following?status=series');
  await expect(page.getByRole('link', { name: title })).toHaveAttribute(
    'href',
    `/series/${series.slug}`,
  );
  await expectNoViolations(page);
  await page.goto('/following');
  await expect(page.getByRole('link', { name: first.title })).toBeVisible();
});
