/** The review of a contributor's draft by an editor, and posts with several authors. */
import type { Browser, Page } from '@playwright/test';

import { unique } from './accounts';
import { expectNoViolations } from './axe';
import { expectNoSidewaysScroll } from './fitting';
import { tabTo } from './keyboard';
import { adminToken, newAdmin, signInAsAdmin } from './people';
import { fillInPost, postText, titleField } from './post-page';
import { expect, test } from './site';
import { type Member, newMember } from './staff';

const PHONE = { width: 360, height: 740 };

const bar = (page: Page) => page.getByRole('region', { name: 'Review', exact: true });

async function openAs(browser: Browser, { email }: Member, viewport?: typeof PHONE) {
  const context = await browser.newContext(viewport && { viewport });
  const page = await context.newPage();
  await signInAsAdmin(page, email);
  return page;
}

test('takes a contributor’s draft through a review to the site, with two authors', async ({
  browser,
  page,
  request,
}) => {
  test.setTimeout(240_000);
  const lead = await newAdmin(request, 'lead');
  const writer = await newMember(request, lead, 'contributor');
  const reviewer = await newMember(request, lead, 'editor');
  const title = unique('Written for review');
  const writing = await openAs(browser, writer, PHONE);
  const reviewing = await openAs(browser, reviewer);

  await test.step('writes and submits on a phone', async () => {
    await writing.goto('/admin/new-blog');
    await expect(postText(writing)).toBeVisible();
    await writing.getByRole('button', { name: 'Post settings' }).click();
    await fillInPost(writing, title);
    await writing.keyboard.type('Words of a contributor.');
    await expect(writing.getByRole('button', { name: 'Publish', exact: true })).toHaveCount(0);
    await writing.getByRole('button', { name: 'Submit for Review' }).click();
    const dialog = writing.getByRole('dialog', { name: 'Submit for Review' });
    await dialog.getByRole('textbox').fill('My first one.\nPlease be kind.');
    await expectNoViolations(writing);
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await expect(bar(writing)).toContainText('Submitted for review by you');
    await expect(writing).toHaveURL(/\/admin\/edit-blog\//);
    await expect(writing.getByRole('button', { name: 'Submit for Review' })).toHaveCount(0);
    await expectNoViolations(writing);
    await expectNoSidewaysScroll(writing);
  });

  await test.step('is among the posts in review', async () => {
    await reviewing.goto('/admin/posts');
    const filter = reviewing.getByRole('button', { name: /^In review \d+ drafts?$/ });
    await filter.click();
    await expect(reviewing).toHaveURL(/\?review=submitted$/);
    const row = reviewing.getByRole('row').filter({ hasText: title });
    await expect(row.getByText('Submitted', { exact: true })).toBeVisible();
    await expect(row).toContainText(writer.username);
    await expectNoViolations(reviewing);
    await row.getByRole('link', { name: title, exact: true }).click();
    await expect(bar(reviewing)).toContainText(`Submitted for review by ${writer.username}`);
    await expect(bar(reviewing)).toContainText('Please be kind.');
    await expect(reviewing.getByRole('button', { name: 'Publish', exact: true })).toHaveCount(0);
    await expectNoViolations(reviewing);
  });

  await test.step('requests changes by the keyboard alone', async () => {
    await tabTo(reviewing, bar(reviewing).getByRole('button', { name: 'Request changes' }));
    await reviewing.keyboard.press('Enter');
    const note = reviewing.getByLabel('What should be changed?');
    await expect(note).toBeFocused();
    await tabTo(reviewing, reviewing.getByRole('dialog').getByRole('button', { name: 'Request' }));
    await reviewing.keyboard.press('Enter');
    await expect(note).toBeFocused();
    await expect(note).toHaveAccessibleDescription('Say what should be changed');
    await reviewing.keyboard.type('Add an example.');
    await tabTo(reviewing, reviewing.getByRole('dialog').getByRole('button', { name: 'Request' }));
    await reviewing.keyboard.press('Enter');
    await expect(bar(reviewing)).toContainText('Changes requested by you');
    await expect(reviewing.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(reviewing.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('sees what is wanted, changes it and submits again', async () => {
    await writing.reload();
    await expect(bar(writing)).toContainText(`Changes requested by ${reviewer.username}`);
    await expect(bar(writing)).toContainText('Add an example.');
    await expectNoViolations(writing);
    await expectNoSidewaysScroll(writing);
    await postText(writing).click();
    await writing.keyboard.press('Control+End');
    await writing.keyboard.type(' Here is an example.');
    await writing.getByRole('button', { name: 'Submit for Review' }).click();
    await writing.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();
    await expect(bar(writing)).toContainText('Submitted for review');
    await writing.getByRole('button', { name: 'Post settings' }).click();
    const notes = writing.getByRole('region', { name: 'Notes' });
    await expect(notes.getByRole('listitem')).toHaveCount(3);
    await notes.getByLabel('Add a note').fill('Is it better now?');
    await notes.getByRole('button', { name: 'Add note' }).click();
    await expect(notes.getByRole('listitem').first()).toContainText('Is it better now?');
    await expectNoViolations(writing);
    await expectNoSidewaysScroll(writing);
  });

  await test.step('adds an author by the keyboard, and approves', async () => {
    await reviewing.reload();
    await expect(postText(reviewing)).toContainText('Here is an example.');
    const authors = reviewing.getByRole('region', { name: 'Authors' });
    await authors.getByRole('combobox').focus();
    await reviewing.keyboard.type(reviewer.username);
    await expect(authors.getByRole('option')).toHaveCount(1);
    await expectNoViolations(reviewing);
    await reviewing.keyboard.press('Enter');
    await expect(authors.getByRole('listitem')).toHaveText([writer.username, reviewer.username]);
    const up = authors.getByRole('button', { name: `Move ${reviewer.username} up` });
    await up.focus();
    await reviewing.keyboard.press('Enter');
    await expect(authors.getByRole('listitem')).toHaveText([reviewer.username, writer.username]);
    await expect(up).toBeFocused();
    await expectNoViolations(reviewing);
    await bar(reviewing).getByRole('button', { name: 'Approve and publish' }).click();
    const dialog = reviewing.getByRole('dialog', { name: 'Approve and publish' });
    await expectNoViolations(reviewing);
    await dialog.getByRole('button', { name: 'Approve and publish' }).click();
    await expect(reviewing.getByText('Approved and published')).toBeVisible();
    await expect(bar(reviewing)).toHaveCount(0);
  });

  await test.step('is on the site with both authors', async () => {
    const names = `${reviewer.username} and ${writer.username}`;
    await page.goto('/treasure');
    const card = page.getByRole('article').filter({ hasText: title });
    await expect(card.locator('.authors')).toHaveText(names);
    await card.getByRole('link', { name: title }).click();
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.locator('.article-byline .authors')).toHaveText(names);
    await expectNoViolations(page);
    await page.getByRole('link', { name: writer.username }).click();
    await expect(page.getByRole('heading', { level: 1, name: writer.username })).toBeVisible();
    await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible();
  });
  await writing.context().close();
  await reviewing.context().close();
});

test('approves a draft for a time', async ({ browser, request }) => {
  test.slow();
  const lead = await newAdmin(request, 'lead');
  const writer = await newMember(request, lead, 'contributor');
  const title = unique('Approved for later');
  const headers = { authorization: `Bearer ${await adminToken(request, writer.email)}` };
  const created = await request.post('/api/blogs/create', {
    headers,
    data: {
      title,
      content: '<p>Words</p>',
      category: 'Other',
      tags: ['review'],
      featuredImage: `${process.env['SITE'] ?? ''}/icon-512.png`,
      status: 'draft',
    },
  });
  const { blog: draft } = (await created.json()) as { blog: { _id: string } };
  expect((await request.post(`/api/blogs/${draft._id}/submit`, { headers })).status()).toBe(200);
  const page = await openAs(browser, { email: lead, username: '' });
  await page.goto(`/admin/edit-blog/${draft._id}`);
  await bar(page).getByRole('button', { name: 'Approve and schedule…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve and schedule' });
  const field = dialog.getByLabel('Publish on');
  await field.fill('2020-01-01T09:00');
  await dialog.getByRole('button', { name: 'Approve and schedule' }).click();
  await expect(field).toHaveAccessibleDescription(/Choose a time in the future/);
  await expect(field).toBeFocused();
  await expectNoViolations(page);
  const at = new Date(Date.now() + 3 * 24 * 60 * 60 * 1000);
  await field.fill(`${at.toISOString().slice(0, 'yyyy-mm-dd'.length)}T09:00`);
  await dialog.getByRole('button', { name: 'Approve and schedule' }).click();
  await expect(page.getByText(/^Approved: will be published on/)).toBeVisible();
  await expect(titleField(page)).toHaveValue(title);
  const stored = await request.get(`/api/blogs/admin/blogs/${draft._id}`, { headers });
  const { blog: post } = (await stored.json()) as {
    blog: { status: string; review: string; publishAt: string };
  };
  expect(post.status).toBe('draft');
  expect(post.review).toBe('none');
  expect(Date.parse(post.publishAt)).toBeGreaterThan(Date.now());
  await page.context().close();
});
