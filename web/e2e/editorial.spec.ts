/** The life of one post in a team: written, reviewed, planned, published, moved, edited by two, compared and restored. */
import type { APIRequestContext, Page } from '@playwright/test';

import { unique } from './accounts';
import { appendToText, browserOf } from './editing';
import { adminToken, newAdmin } from './people';
import { fillInPost, postText, titleField } from './post-page';
import { expect, test } from './site';
import { newMember } from './staff';

const review = (page: Page) => page.getByRole('region', { name: 'Review', exact: true });

async function submit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Submit for Review' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();
  await expect(review(page)).toContainText('Submitted for review');
}

/** Closes the browser of the page as a person does, once the site has what was written. */
async function closeAbruptly(
  page: Page,
  request: APIRequestContext,
  email: string,
  title: string,
): Promise<void> {
  page.on('dialog', (dialog) => void dialog.accept());
  await page.close({ runBeforeUnload: true });
  const headers = { authorization: `Bearer ${await adminToken(request, email)}` };
  await expect
    .poll(async () => (await request.get('/api/admin/autosaves', { headers })).text())
    .toContain(title);
  await page.context().close();
}

test('a post goes from a contributor’s first words to readers, and no word is lost', async ({
  browser,
  page: visitor,
  request,
  baseURL,
}) => {
  test.setTimeout(300_000);
  const lead = await newAdmin(request, 'lead');
  const writer = await newMember(request, lead, 'contributor');
  const editor = await newMember(request, lead, 'editor');
  const title = unique('From the first word');
  const editorHeaders = { authorization: `Bearer ${await adminToken(request, editor.email)}` };
  let id = '';

  await test.step('closes the browser in the middle of a word', async () => {
    const { page } = await browserOf(browser, request, writer.email, baseURL);
    await page.goto('/admin/new-blog');
    await expect(postText(page)).toBeVisible();
    await fillInPost(page, title);
    await page.keyboard.type('The first sent');
    await closeAbruptly(page, request, writer.email, title);
  });

  const writing = await browserOf(browser, request, writer.email, baseURL);
  await test.step('goes on on another machine, and submits', async () => {
    const { page } = writing;
    await page.goto('/admin/new-blog');
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect(titleField(page)).toHaveValue(title);
    await expect(postText(page)).toHaveText('The first sent');
    await appendToText(page, 'ence of a contributor.');
    await submit(page);
    await expect(page).toHaveURL(/\/admin\/edit-blog\/[\w-]+$/u);
    id = page.url().split('/').at(-1) ?? '';
  });

  const editing = await browserOf(browser, request, editor.email, baseURL);
  await test.step('is asked for changes', async () => {
    const { page } = editing;
    await page.goto(`/admin/edit-blog/${id}`);
    await review(page).getByRole('button', { name: 'Request changes' }).click();
    await page.getByLabel('What should be changed?').fill('Add an example.');
    await page.getByRole('dialog').getByRole('button', { name: 'Request' }).click();
    await expect(review(page)).toContainText('Changes requested by you');
  });

  await test.step('changes it and submits again', async () => {
    const { page } = writing;
    await page.reload();
    await expect(review(page)).toContainText('Add an example.');
    await appendToText(page, ' Here is an example.');
    await submit(page);
  });

  await test.step('is approved for a time', async () => {
    const { page } = editing;
    await page.reload();
    await expect(postText(page)).toContainText('Here is an example.');
    await review(page).getByRole('button', { name: 'Approve and schedule…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Approve and schedule' });
    const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000);
    await dialog
      .getByLabel('Publish on')
      .fill(`${tomorrow.toISOString().slice(0, 'yyyy-mm-dd'.length)}T09:00`);
    await dialog.getByRole('button', { name: 'Approve and schedule' }).click();
    await expect(page.getByText(/^Approved: will be published on/u)).toBeVisible();
  });

  let slug = '';
  await test.step('appears at its second on its page, in the feed and in the sitemap', async () => {
    const publishAt = new Date(Date.now() + 3_000).toISOString();
    // The dialog has minutes only.
    const planned = await request.put(`/api/blogs/${id}/schedule`, {
      headers: editorHeaders,
      data: { publishAt },
    });
    expect(planned.status(), await planned.text()).toBe(200);
    expect((await request.get(`/api/blogs/${id}`)).status()).toBe(404);
    await expect(async () => {
      expect((await request.get(`/api/blogs/${id}`)).status()).toBe(200);
    }).toPass();
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(publishAt));
    const { blog } = (await (await request.get(`/api/blogs/${id}`)).json()) as {
      blog: { slug: string; createdAt: string };
    };
    ({ slug } = blog);
    expect(blog.createdAt).toBe(publishAt);
    await visitor.goto(`/blog/${slug}`);
    await expect(visitor.getByRole('heading', { level: 1, name: title })).toBeVisible();
    expect(await (await request.get('/feed.xml')).text()).toContain(title);
    expect(await (await request.get('/sitemap.xml')).text()).toContain(`/blog/${slug}</loc>`);
  });

  await test.step('leads on from its old address', async () => {
    const { page } = editing;
    await page.goto(`/admin/edit-blog/${id}`);
    await page.getByRole('textbox', { name: 'Address', exact: true }).fill(`${slug}-moved`);
    await page.keyboard.press('Control+s');
    await expect(page.getByText(/^Saved \d/u)).toBeVisible();
    const old = await request.get(`/blog/${slug}`, { maxRedirects: 0 });
    expect([old.status(), old.headers()['location']]).toEqual([301, `/blog/${slug}-moved`]);
  });

  const leading = await browserOf(browser, request, lead, baseURL);
  await test.step('is edited by two at once, who lose nothing', async () => {
    for (const { page } of [editing, leading]) {
      await page.goto(`/admin/edit-blog/${id}`);
      await expect(postText(page)).toContainText('The first sentence of a contributor.');
    }
    await appendToText(editing.page, ' Words of the editor.');
    await appendToText(leading.page, ' Words of the lead.');
    await editing.page.keyboard.press('Control+s');
    await expect(editing.page.getByText(/^Saved \d/u)).toBeVisible();
    await leading.page.keyboard.press('Control+s');
    const comparison = leading.page.getByRole('region', { name: 'Comparison' });
    await expect(comparison.getByRole('deletion')).toContainText(['editor']);
    await expect(comparison.getByRole('insertion')).toContainText(['lead']);
    await leading.page.getByRole('button', { name: 'Keep mine' }).click();
    await expect(leading.page.getByText(/^Saved \d/u)).toBeVisible();
    await visitor.goto(`/blog/${slug}`);
    await expect(visitor.getByText('Words of the lead.')).toBeVisible();
    await expect(visitor).toHaveURL(`/blog/${slug}-moved`);
  });

  await test.step('gets an earlier text back, after a comparison', async () => {
    const { page } = leading;
    await page.getByRole('link', { name: 'History' }).click();
    const { revisions } = (await (
      await request.get(`/api/blogs/${id}/revisions`, { headers: editorHeaders })
    ).json()) as { revisions: { number: number; reason: string; author: { username: string } }[] };
    const ofEditor = revisions.find(
      ({ reason, author }) => reason === 'save' && author.username === editor.username,
    );
    const number = String(ofEditor?.number);
    await page
      .getByRole('link', { name: `Compare version ${number} with the present one` })
      .click();
    const comparison = page.getByRole('region', { name: 'Comparison' });
    await expect(comparison.getByRole('deletion')).toContainText(['editor']);
    await page.getByRole('button', { name: `Restore version ${number}` }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await visitor.reload();
    await expect(visitor.getByText('Words of the editor.')).toBeVisible();
    await expect(visitor.getByText('Words of the lead.')).toHaveCount(0);
  });

  for (const { context } of [writing, editing, leading]) {
    await context.close();
  }
});
