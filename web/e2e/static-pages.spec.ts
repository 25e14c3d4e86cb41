/** Static pages, from the first word to their end, as editors write them and visitors read them. */
import type { Locator, Page } from '@playwright/test';

import { unique } from './accounts';
import { expectNoViolations } from './axe';
import { appendToText, browserOf } from './editing';
import { expectFits } from './fitting';
import { tabTo } from './keyboard';
import { layoutShifts } from './layout-shift';
import { adminToken, newAdmin } from './people';
import { postText, titleField } from './post-page';
import { expect, test } from './site';
import { newMember } from './staff';
import { publishPage } from './static-page';

/** The smallest, and that of the desk, which the pages are left at. */
const SIZES = [
  { width: 320, height: 640 },
  { width: 1280, height: 900 },
];
const MISSING = 'Oops! Something went wrong';

async function pressAt(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

test('an editor makes, shows, publishes, changes, restores and deletes a page', async ({
  page: visitor,
  browser,
  request,
  baseURL,
}) => {
  test.setTimeout(240_000);
  const { email } = await newMember(request, await newAdmin(request, 'chief'), 'editor');
  const { context, page: panel } = await browserOf(browser, request, email, baseURL);
  const title = unique('House rules');
  const button = (name: string) => panel.getByRole('button', { name, exact: true });
  let path = '';

  await test.step('makes a draft by keyboard', async () => {
    await panel.goto('/admin/dashboard');
    await pressAt(panel, panel.getByRole('link', { name: 'Pages', exact: true }).first());
    await expect(panel.getByRole('heading', { level: 1, name: 'Pages' })).toBeVisible();
    await expectFits(panel, SIZES);
    await pressAt(panel, panel.getByRole('link', { name: 'New Page' }));
    await expect(postText(panel)).toBeVisible();
    await tabTo(panel, titleField(panel));
    await panel.keyboard.type(title);
    await panel.keyboard.press('Tab');
    await tabTo(panel, postText(panel));
    await panel.keyboard.type('Be kind to newcomers.');
    await panel.getByLabel('Description', { exact: true }).fill('How we talk to each other');
    await pressAt(panel, button('Save Draft'));
    await expect(panel.getByText('The page is saved as a draft')).toBeVisible();
    await expect(panel).toHaveURL(/\/admin\/edit-page\/[\w-]+$/u);
    path = `/page/${await panel.getByLabel('Address', { exact: true }).inputValue()}`;
    await expectFits(panel, SIZES);
  });

  await test.step('which no visitor sees', async () => {
    await visitor.goto(path);
    await expect(visitor.getByRole('heading', { level: 1, name: MISSING })).toBeVisible();
  });

  await test.step('looks at it as readers will see it', async () => {
    await button('Preview page').click();
    const preview = panel.getByRole('dialog', { name: 'Preview' });
    await expect(preview.getByText('Be kind to newcomers.')).toBeVisible();
    await panel.keyboard.press('Escape');
    await expect(preview).toBeHidden();
  });

  let link = '';
  await test.step('shows it to somebody by a link', async () => {
    await button('Create link').click();
    link = await panel.getByLabel('Address of the preview').inputValue();
    await visitor.goto(link);
    await expect(visitor.getByRole('note')).toContainText('this page is not published yet');
    await expect(visitor.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(visitor.getByText('Be kind to newcomers.')).toBeVisible();
    await expectNoViolations(visitor);
  });

  await test.step('publishes it', async () => {
    await button('Publish').click();
    await expect(panel.getByText('The page is published')).toBeVisible();
    await expect(panel.getByRole('region', { name: 'Preview link' })).toBeHidden();
    await visitor.goto(link);
    await expect(visitor).toHaveURL(path);
    await expect(visitor.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(visitor.locator('meta[name="description"]')).toHaveAttribute(
      'content',
      'How we talk to each other',
    );
    await expectNoViolations(visitor);
    expect(await layoutShifts(visitor)).toEqual([]);
    await expectFits(visitor, SIZES);
  });

  await test.step('which needs no script', async () => {
    const plain = await browser.newContext({ javaScriptEnabled: false });
    const without = await plain.newPage();
    await without.goto(path);
    await expect(without.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(without.getByText('Be kind to newcomers.')).toBeVisible();
    await plain.close();
  });

  await test.step('changes it, and visitors see that at once', async () => {
    await appendToText(panel, ' And to everybody else.');
    await panel.keyboard.press('Control+s');
    await expect(panel.getByText(/^Saved \d/u)).toBeVisible();
    await visitor.reload();
    await expect(visitor.getByText('And to everybody else.')).toBeVisible();
  });

  await test.step('restores what it said before, by keyboard', async () => {
    await panel.getByRole('link', { name: 'History', exact: true }).click();
    await expect(panel.getByText('3 versions')).toBeVisible();
    await expectFits(panel, SIZES);
    await pressAt(panel, button('View version 2'));
    const version = panel.getByRole('dialog', { name: 'Version 2' });
    await expect(version.getByText('Be kind to newcomers.')).toBeVisible();
    await expectNoViolations(panel);
    await panel.keyboard.press('Escape');
    await expect(button('View version 2')).toBeFocused();
    await pressAt(panel, button('Restore version 2'));
    await pressAt(panel, panel.getByRole('alertdialog').getByRole('button', { name: 'Restore' }));
    await expect(panel.getByText('4 versions')).toBeVisible();
    await visitor.reload();
    await expect(visitor.getByText('Be kind to newcomers.')).toBeVisible();
    await expect(visitor.getByText('And to everybody else.')).toHaveCount(0);
  });

  await test.step('deletes it after a question', async () => {
    await panel.goto('/admin/pages');
    await button(`Delete ${title}`).click();
    const question = panel.getByRole('alertdialog');
    await expect(question).toContainText(path);
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(panel.getByText('The page is deleted')).toBeVisible();
    await expect(button(`Delete ${title}`)).toHaveCount(0);
    const response = await visitor.goto(path);
    expect(response?.status()).toBe(404);
    await expect(visitor.getByRole('heading', { level: 1, name: MISSING })).toBeVisible();
  });
  await context.close();
});

test('the page about the site is at /about', async ({ page, request }) => {
  const token = await adminToken(request, await newAdmin(request, 'about'));
  const headers = { authorization: `Bearer ${token}` };
  const title = unique('About us');
  const about = await publishPage(request, token, title, 'about');
  expect(about.path).toBe('/about');
  await page.goto('/page/about');
  await expect(page).toHaveURL('/about');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/about$/u);
  await expect(page.getByRole('navigation', { name: 'Table of contents' }).first()).toBeAttached();
  await expectFits(page, SIZES);
  expect((await request.delete(`/api/admin/pages/${about.id}`, { headers })).status()).toBe(200);
  expect((await page.goto('/about'))?.status()).toBe(404);
});

test('two editors change one page, and no word of either is lost', async ({
  browser,
  request,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const [ada, bo] = [await newAdmin(request, 'ada'), await newAdmin(request, 'bo')];
  const { id, path } = await publishPage(request, await adminToken(request, ada), unique('Shared'));
  const one = await browserOf(browser, request, ada, baseURL);
  const other = await browserOf(browser, request, bo, baseURL);
  for (const { page } of [one, other]) {
    await page.goto(`/admin/edit-page/${id}`);
    await expect(postText(page)).toContainText('Words of it.');
  }
  await appendToText(other.page, ' Words of Bo.');
  await other.page.keyboard.press('Control+s');
  await expect(other.page.getByText(/^Saved \d/u)).toBeVisible();

  await appendToText(one.page, ' Words of Ada.');
  await one.page.keyboard.press('Control+s');
  const conflict = one.page.getByRole('region', { name: 'Changed by somebody else' });
  await expect(conflict).toBeFocused();
  await expect(conflict).toContainText('as version 3');
  await expectFits(one.page, SIZES);
  await pressAt(one.page, conflict.getByRole('button', { name: 'Save mine' }));
  await expect(one.page.getByText(/^Saved \d/u)).toBeVisible();
  const shown = await (await request.get(path)).text();
  expect(shown).toContain('Words of Ada.');
  expect(shown).not.toContain('Words of Bo.');
  await one.page.getByRole('link', { name: 'History', exact: true }).click();
  await expect(one.page.getByText('4 versions')).toBeVisible();
  await one.context.close();
  await other.context.close();
});
