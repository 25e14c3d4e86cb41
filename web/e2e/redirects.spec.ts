/** Redirects: as editors enter, import, change and delete them, and as visitors follow them. */
import { readFile } from 'node:fs/promises';

import { unique } from './accounts';
import { expectNoViolations } from './axe';
import { browserOf } from './editing';
import { expectFits } from './fitting';
import { tabTo } from './keyboard';
import { newAdmin } from './people';
import { expect, test } from './site';
import { newMember } from './staff';

const SIZES = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
];
const MISSING = 'Oops! Something went wrong';

test('an editor leads old addresses to new ones', async ({
  page: visitor,
  browser,
  request,
  baseURL,
}) => {
  test.setTimeout(180_000);
  const { email } = await newMember(request, await newAdmin(request, 'chief'), 'editor');
  const { context, page: panel } = await browserOf(browser, request, email, baseURL);
  const old = `/${unique('2019')}/über`;
  const imported = `/${unique('imported')}`;
  const row = (path: string) => panel.getByRole('row').filter({ hasText: path });
  const status = async (path: string) => (await request.get(path, { maxRedirects: 0 })).status();

  await test.step('makes a redirect by the keyboard alone', async () => {
    expect(await status(old)).toBe(404);
    await panel.goto('/admin/redirects');
    await tabTo(panel, panel.getByRole('button', { name: 'New Redirect' }));
    await panel.keyboard.press('Enter');
    const dialog = panel.getByRole('dialog', { name: 'New redirect' });
    await expect(dialog.getByLabel('Old path')).toBeFocused();
    await panel.keyboard.type(`${old}/`);
    await panel.keyboard.press('Tab');
    await panel.keyboard.press('Tab');
    await panel.keyboard.type('/trending');
    await expectFits(panel, SIZES);
    await panel.keyboard.press('Enter');
    await expect(panel.getByText('The redirect is made')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(panel.getByRole('button', { name: 'New Redirect' })).toBeFocused();
  });

  await test.step('which visitors follow, with and without a slash', async () => {
    for (const path of [old, `${old}/`, `${old}?a=b`]) {
      await visitor.goto(path);
      await expect(visitor).toHaveURL(path.endsWith('b') ? '/trending?a=b' : '/trending');
    }
  });

  await test.step('is told of a circle at the field', async () => {
    await panel.getByRole('searchbox', { name: 'Search redirects' }).fill(old);
    await expect(panel).toHaveURL(/search=/u);
    await panel.getByRole('button', { name: `Edit ${old}` }).click();
    const dialog = panel.getByRole('dialog', { name: 'Edit the redirect' });
    await dialog.getByLabel('Leads to').fill(old);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('The address leads back to the path')).toBeVisible();
    await expect(dialog.getByLabel('Leads to')).toBeFocused();
    await expectNoViolations(panel);
  });

  await test.step('says that a page is gone for good', async () => {
    const dialog = panel.getByRole('dialog', { name: 'Edit the redirect' });
    await dialog.getByLabel('Status').selectOption('Gone for good (410)');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(row(old)).toContainText('leads nowhere');
    const gone = await visitor.goto(old);
    expect(gone?.status()).toBe(410);
    await expect(visitor.getByRole('heading', { level: 1, name: MISSING })).toBeVisible();
    await expectNoViolations(visitor);
  });

  await test.step('imports a file', async () => {
    await panel.getByRole('searchbox', { name: 'Search redirects' }).fill('');
    const chosen = panel.waitForEvent('filechooser');
    await panel.getByRole('button', { name: 'Import', exact: true }).click();
    const lines = [`${imported},/treasure,302`, `${old},/,301`, 'nonsense,/,301'];
    await (
      await chosen
    ).setFiles({
      name: 'redirects.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`path,target,status\n${lines.join('\n')}\n`),
    });
    const result = panel.getByRole('region', { name: 'Imported from redirects.csv' });
    await expect(result).toContainText('1 new, 1 skipped, 1 refused.');
    await expect(result.getByRole('listitem')).toHaveCount(2);
    await expectFits(panel, SIZES);
    await result.getByRole('button', { name: 'Close' }).click();
    await visitor.goto(imported);
    await expect(visitor).toHaveURL('/treasure');
  });

  await test.step('downloads all of them', async () => {
    const download = panel.waitForEvent('download');
    await panel.getByRole('button', { name: 'Download CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('redirects.csv');
    const text = await readFile(await file.path(), 'utf8');
    expect(text).toMatch(/^path,target,status\n/u);
    expect(text).toContain(`${imported},/treasure,302\n`);
    expect(text).toContain(`${encodeURI(old)},,410\n`);
  });

  await test.step('deletes one', async () => {
    await panel.getByRole('searchbox', { name: 'Search redirects' }).fill(imported);
    await panel.getByRole('button', { name: `Delete ${imported}` }).click();
    await expectNoViolations(panel);
    await panel.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(panel.getByText('The redirect is deleted')).toBeVisible();
    await expect(panel.getByText('No redirects found')).toBeVisible();
    expect(await status(imported)).toBe(404);
  });
  await context.close();
});
