/** Moving in by the panel: an editor uploads an export, looks at what would come, and imports it. */
import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';

import { unique } from './accounts';
import { expectNoViolations } from './axe';
import { browserOf } from './editing';
import { expectFits } from './fitting';
import { tabTo } from './keyboard';
import { newAdmin } from './people';
import { expect, test } from './site';
import { newMember } from './staff';

const GARDEN = `${import.meta.dirname}/../../tests/fixtures/moving/wordpress/garden.wordpress.xml`;
const SIZES = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

/** Chooses a file as the button does that asks for one. */
async function choose(page: Page, name: string, mimeType: string, buffer: Buffer): Promise<void> {
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose file' }).press('Enter');
  await (await chosen).setFiles({ name, mimeType, buffer });
}

test('an editor moves a site in', async ({ page: visitor, browser, request, baseURL }) => {
  test.setTimeout(240_000);
  const { email } = await newMember(request, await newAdmin(request, 'chief'), 'editor');
  const { context, page: panel } = await browserOf(browser, request, email, baseURL);
  const name = `${unique('garden')}.xml`;
  const garden = await readFile(GARDEN);
  const old = '/2024/03/cafe/';
  const status = async (path: string) => (await request.get(path, { maxRedirects: 0 })).status();
  const title = (text: string) => panel.getByRole('heading', { level: 2, name: text });

  await test.step('chooses the system and the file by the keyboard alone', async () => {
    expect(await status(old)).toBe(404);
    await panel.goto('/admin/import');
    await tabTo(panel, panel.getByLabel('The export comes from'));
    await panel.keyboard.type('Word');
    await expect(panel.getByText(/^In the dashboard: Tools, Export/u)).toBeVisible();
    await choose(panel, name, 'application/xml', garden);
    await expect(panel.getByText(new RegExp(`^${name}, `, 'u'))).toBeVisible();
    await expectFits(panel, SIZES);
    await tabTo(panel, panel.getByRole('button', { name: 'Upload and check' }));
    await panel.keyboard.press('Enter');
  });

  await test.step('sees what would come, and that nothing is here yet', async () => {
    await expect(title(`Preview of ${name}`)).toBeVisible({ timeout: 60_000 });
    await expect(title(`Preview of ${name}`)).toBeFocused();
    const posts = panel.getByRole('row', { name: /^Posts/u });
    expect(Number(await posts.getByRole('cell').first().textContent())).toBeGreaterThan(0);
    await expect(panel.getByText('Caf', { exact: false }).first()).toBeVisible();
    const leftOut = panel.locator('.import-left-out');
    await leftOut.locator('summary').press('Enter');
    await expect(leftOut.getByRole('listitem').first()).toBeVisible();
    expect(await status(old)).toBe(404);
    await expectFits(panel, SIZES);
  });

  await test.step('looks only at what is refused', async () => {
    await panel.getByLabel('What became of it').selectOption('Refused');
    await expect(panel).toHaveURL(/outcome=refused/u);
    const entries = panel.locator('.import-entry');
    await expect(entries.first()).toContainText('Refused');
    expect(await entries.count()).toBe(await entries.filter({ hasText: 'Refused' }).count());
    await panel.getByLabel('What became of it').selectOption('Everything');
  });

  await test.step('downloads the report', async () => {
    const download = panel.waitForEvent('download');
    await panel.getByRole('button', { name: 'Download report' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('import-report.json');
    const report: unknown = JSON.parse(await readFile(await file.path(), 'utf8'));
    expect(report).toMatchObject({ system: 'wordpress', dryRun: true });
  });

  await test.step('finds the preview again after leaving the page', async () => {
    await panel.goto('/admin/dashboard');
    await panel.goto('/admin/import');
    await expect(title(`Preview of ${name}`)).toBeVisible();
    await expect(panel.getByLabel('The export comes from')).toBeHidden();
  });

  await test.step('chooses another category, and has it checked again', async () => {
    await panel.getByLabel(/^Category of texts/u).selectOption('System Design');
    await panel.getByRole('button', { name: 'Check again' }).click();
    const importing = panel.getByRole('button', { name: /^Import \d+ posts?$/u });
    await expect(importing).toBeVisible({ timeout: 60_000 });
    await expect(panel.getByLabel(/^Category of texts/u)).toHaveValue('System Design');
    await importing.click();
  });

  await test.step('imports it', async () => {
    await expect(title(`Imported ${name}`)).toBeVisible({ timeout: 60_000 });
    await expectFits(panel, SIZES);
    await panel.getByRole('link', { name: 'See the posts' }).click();
    await expect(panel).toHaveURL('/admin/posts');
    await panel.goto('/admin/posts?search=Café');
    await expect(panel.getByText('Café', { exact: false }).first()).toBeVisible();
  });

  await test.step('and the old address leads visitors to the post', async () => {
    expect(await status(old)).toBe(301);
    // Pictures that were not in the export come from the old site.
    await visitor.route(
      (url) => url.origin !== baseURL,
      (route) =>
        route.fulfill({
          contentType: 'image/svg+xml',
          body: '<svg xmlns="http://www.w3.org/2000/svg" />',
        }),
    );
    await visitor.goto(old);
    await expect(visitor).toHaveURL(/\/blog\//u);
    await expect(visitor.getByRole('heading', { level: 1 })).toContainText('Café');
    await expect(visitor.getByText('First words and a note', { exact: false })).toBeVisible();
  });

  await test.step('is told that there is nothing new the second time, and cancels', async () => {
    await panel.goto('/admin/import');
    await expect(panel.getByRole('row', { name: new RegExp(name, 'u') })).toContainText('Imported');
    await panel.getByLabel('The export comes from').selectOption('WordPress');
    await choose(panel, name, 'application/xml', garden);
    await panel.getByRole('button', { name: 'Upload and check' }).click();
    await expect(title(`Preview of ${name}`)).toBeVisible({ timeout: 60_000 });
    await expect(
      panel.getByText('Everything in it is here already, or refused.', { exact: false }),
    ).toBeVisible();
    await panel.getByRole('button', { name: 'Cancel import' }).click();
    const dialog = panel.getByRole('alertdialog', { name: 'Cancel the import?' });
    await expectNoViolations(panel);
    await dialog.getByRole('button', { name: 'Cancel import' }).click();
    await expect(panel.getByText('The import is cancelled')).toBeVisible();
    await expect(panel.getByLabel('The export comes from')).toBeVisible();
  });

  await test.step('is told in words what is no export', async () => {
    await choose(panel, 'letter.json', 'application/json', Buffer.from('{"dear": "Ada"}'));
    await panel.getByRole('button', { name: 'Upload and check' }).click();
    await expect(title('letter.json was not imported')).toBeVisible({ timeout: 60_000 });
    await expect(panel.locator('.import-error')).toContainText('Ghost');
    await expectNoViolations(panel);
  });
  await context.close();
});
