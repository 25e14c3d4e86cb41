/** Unsaved work: one slot a draft; no draft overwrites another. */
import type { BrowserContext, Page } from '@playwright/test';

import { logInAsAdmin, newAdmin } from './people';
import { expect, test } from './site';

/** Opens a tab with a post whose text is already saved in local storage. */
async function tabWithDraft(context: BrowserContext, title: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/admin/new-blog');
  await page.getByLabel('Title').fill(title);
  await page.getByRole('textbox', { name: 'Content' }).fill(`Words of ${title}`);
  await expect
    .poll(() => page.evaluate(() => Object.values(localStorage).join()))
    .toContain(`Words of ${title}`);
  return page;
}

test('keeps a draft for each of two tabs and offers both afterwards', async ({
  context,
  request,
}) => {
  const first = await context.newPage();
  await logInAsAdmin(first, await newAdmin(request, `drafts-${Date.now().toString(36)}`));
  const one = await tabWithDraft(context, 'The first draft');
  const two = await tabWithDraft(context, 'The second draft');
  // The draft of an open tab is not offered in another one.
  await expect(two.getByText(/unsaved/u)).toHaveCount(0);
  await one.close();
  await two.close();

  await first.goto('/admin/new-blog');
  await expect(first.getByText('You have 2 unsaved drafts.')).toBeVisible();
  await first.screenshot({ path: 'test-results/drafts-list.png' });
  await first.getByLabel('Title').fill('Begun meanwhile');
  await first.getByRole('button', { name: 'Restore The first draft' }).click();
  await expect(first.getByLabel('Title')).toHaveValue('The first draft');
  await expect(first.getByRole('button', { name: 'Restore The second draft' })).toBeVisible();
  await expect(first.getByRole('button', { name: 'Restore Begun meanwhile' })).toBeVisible();
  await first.getByRole('button', { name: 'Discard The second draft' }).click();
  await expect(first.getByText(/You have unsaved changes from/u)).toBeVisible();
  await expect(first.getByRole('textbox', { name: 'Content' })).toHaveText(
    'Words of The first draft',
  );
});
