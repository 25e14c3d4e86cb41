/** The settings of the site, from the panel to what readers see. */
import { readFileSync } from 'node:fs';

import type { APIRequestContext, Page } from '@playwright/test';

import { unique } from './accounts';
import { animationsFinished } from './animations';
import { expectNoViolations } from './axe';
import { expectNoSidewaysScroll } from './fitting';
import { layoutShifts } from './layout-shift';
import { adminToken, newAdmin, signInAsAdmin } from './people';
import { expect, test } from './site';

const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1280, height: 900 };
const ACCENT = '#ffb000';
/** A picture that is large enough for a logo and an icon. */
const MARK = {
  name: 'mark.png',
  mimeType: 'image/png',
  buffer: readFileSync(new URL('../public/icon-512.png', import.meta.url)),
};

type Settings = Record<string, unknown>;

async function settingsOf(request: APIRequestContext, token: string): Promise<Settings> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await request.get('/api/admin/site', { headers });
  return ((await response.json()) as { settings: Settings }).settings;
}

async function change(request: APIRequestContext, token: string, changes: Settings): Promise<void> {
  const data = { ...(await settingsOf(request, token)), ...changes };
  const headers = { authorization: `Bearer ${token}` };
  expect((await request.put('/api/admin/site', { headers, data })).status()).toBe(200);
}

const bar = (page: Page) => page.getByRole('complementary', { name: 'Announcement' });

test('shows readers what an administrator sets, and forgets nothing that somebody else has set', async ({
  page,
  browser,
  request,
  site,
}) => {
  test.setTimeout(240_000);
  const email = await newAdmin(request, 'chief');
  const token = await adminToken(request, email);
  const before = await settingsOf(request, token);
  const name = unique('Garden');
  try {
    await test.step('sets the name, the accent, links and an announcement', async () => {
      await signInAsAdmin(page, email);
      await page.goto('/admin/site');
      await page.getByLabel('Name', { exact: true }).fill(name);
      await page.getByLabel('Accent').fill(ACCENT);
      await expect(page.getByText('Shown as chosen')).toBeVisible();
      await expect(page.getByText(/^Shown as #/u)).toBeVisible();
      const links = page.getByRole('group', { name: 'Links below the navigation' });
      for (const [index, label] of ['Second', 'First'].entries()) {
        await links.getByRole('button', { name: 'Add a link' }).click();
        await links.getByLabel('Label').nth(index).fill(label);
        await links.getByLabel('Address').nth(index).fill(`/treasure?tag=${label.toLowerCase()}`);
      }
      await links.getByRole('button', { name: 'Move First up' }).press('Enter');
      await expect(links.getByRole('button', { name: 'Move First down' })).toBeFocused();
      await page.getByLabel('Show an announcement').check();
      await page.getByLabel('Text', { exact: true }).fill('We meet on Friday');
      await page.getByLabel('Link', { exact: true }).fill('/trending');
      await animationsFinished(page);
      await expectNoViolations(page);
      await page.setViewportSize(PHONE);
      await expectNoSidewaysScroll(page);
      await expectNoViolations(page);
      await page.setViewportSize(DESKTOP);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(page.getByText('Site settings saved')).toBeVisible();
      await expect(page.getByRole('link', { name }).first()).toBeVisible();
    });

    const reader = await browser.newContext({ baseURL: site.address, viewport: DESKTOP });
    const home = await reader.newPage();

    await test.step('shows them to readers in both schemes, wide and narrow', async () => {
      await home.goto('/');
      await expect(home).toHaveTitle(name);
      const links = home.getByRole('navigation', { name: 'Links' });
      await expect(links.getByRole('link')).toHaveText([/First$/u, /Second$/u]);
      await expect(bar(home)).toContainText('We meet on Friday');
      await expect(home.getByRole('link', { name: 'We meet on Friday' })).toHaveAttribute(
        'href',
        '/trending',
      );
      await expectNoViolations(home);
      expect(await layoutShifts(home)).toEqual([]);
      await home.setViewportSize(PHONE);
      await expectNoSidewaysScroll(home);
      await expectNoViolations(home);
      await home.getByRole('button', { name: 'More' }).click();
      await expect(
        home.getByRole('dialog', { name: 'More' }).getByRole('link', { name: 'First' }),
      ).toBeVisible();
      await home.setViewportSize(DESKTOP);
    });

    await test.step('dismisses the announcement until its text changes', async () => {
      await home.reload();
      await bar(home).getByRole('button', { name: 'Dismiss the announcement' }).click();
      await expect(bar(home)).toBeHidden();
      await home.goto('/trending');
      await expect(home.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(bar(home)).toBeHidden();
      expect(await layoutShifts(home)).toEqual([]);
      const announcement = { text: 'We meet on Sunday', link: null, until: null, tone: 'warning' };
      await change(request, token, { announcement });
      await home.goto('/');
      await expect(bar(home)).toContainText('We meet on Sunday');
      await expectNoViolations(home);
    });
    await reader.close();

    await test.step('needs no script', async () => {
      const plain = await browser.newContext({
        baseURL: site.address,
        javaScriptEnabled: false,
        viewport: PHONE,
      });
      const without = await plain.newPage();
      await without.goto('/');
      await expect(bar(without)).toContainText('We meet on Sunday');
      await expect(bar(without).getByRole('button')).toBeHidden();
      const footer = without.getByRole('contentinfo');
      await expect(footer.getByRole('link', { name: 'First' })).toBeVisible();
      await without.setViewportSize(DESKTOP);
      const links = without.getByRole('navigation', { name: 'Links' });
      await expect(links.getByRole('link', { name: 'First' })).toBeVisible();
      await plain.close();
    });

    await test.step('does not overwrite what somebody else has saved', async () => {
      await page.goto('/admin/site');
      await page.getByLabel('Comment policy').fill('Be kind');
      await change(request, token, { description: 'Somebody else wrote this' });
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      const conflict = page.getByRole('region', { name: 'Changed by somebody else' });
      await expect(conflict).toContainText('Somebody else has changed these settings');
      await expectNoViolations(page);
      await conflict.getByRole('button', { name: 'Reload theirs' }).click();
      await expect(page.getByLabel('Description')).toHaveValue('Somebody else wrote this');
    });
  } finally {
    await change(request, token, {
      ...before,
      version: (await settingsOf(request, token))['version'],
    });
  }
});

test('shows a logo and an icon of its own, until they are removed', async ({
  page,
  browser,
  request,
  site,
}) => {
  test.setTimeout(120_000);
  await signInAsAdmin(page, await newAdmin(request, 'painter'));
  const save = async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Site settings saved')).toBeVisible();
  };
  const reader = await browser.newContext({ baseURL: site.address, viewport: DESKTOP });
  const home = await reader.newPage();
  const name = home.getByRole('link', { name: 'Community Blog', exact: true }).first();
  const icon = home.locator('link[rel="icon"]').first();
  const background = () => name.evaluate((link) => getComputedStyle(link).backgroundImage);

  await test.step('chooses them', async () => {
    await page.goto('/admin/site');
    await page.getByLabel('Logo', { exact: true }).setInputFiles(MARK);
    await page.getByLabel('Icon', { exact: true }).setInputFiles(MARK);
    await expect(page.getByRole('button', { name: 'Remove the icon' })).toBeVisible();
    await animationsFinished(page);
    await expectNoViolations(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScroll(page);
    await page.setViewportSize(DESKTOP);
    await save();
  });

  await test.step('readers see them at the next request', async () => {
    await home.goto('/');
    expect(await background()).toMatch(/\/media\/[\w.]+webp/u);
    await expect(name.getByText('Community Blog')).toBeHidden();
    await expect(icon).toHaveAttribute('href', /^\/icon-192\.png\?v=\w+$/u);
    await expectNoViolations(home);
    expect(await layoutShifts(home)).toEqual([]);
    await home.setViewportSize(PHONE);
    await expectNoSidewaysScroll(home);
    expect((await request.get('/icon')).headers()['content-type']).toBe('image/png');
    expect(await (await request.get('/feed.xml')).text()).toContain('</logo>');
    const manifest = await (await request.get('/manifest.webmanifest')).text();
    expect(manifest).toContain('/icon-512.png?v=');
    await home.setViewportSize(DESKTOP);
  });

  await test.step('removes them by keyboard', async () => {
    await page.goto('/admin/site');
    for (const picture of ['logo', 'icon']) {
      await page.getByRole('button', { name: `Remove the ${picture}` }).press('Enter');
      await expect(page.getByRole('button', { name: `Remove the ${picture}` })).toHaveCount(0);
    }
    await expect(page.getByLabel('Icon', { exact: true })).toBeFocused();
    await save();
    await home.reload();
    expect(await background()).toBe('none');
    await expect(name.getByText('Community Blog')).toBeVisible();
    await expect(icon).toHaveAttribute('href', '/favicon.svg');
    expect(await (await request.get('/feed.xml')).text()).not.toContain('</logo>');
  });
  await reader.close();
});

test('sends the newsletter on the chosen days', async ({ page, request }) => {
  const email = await newAdmin(request, 'postman');
  const token = await adminToken(request, email);
  await signInAsAdmin(page, email);
  await page.goto('/admin/site');
  const day = (name: string) => page.getByRole('checkbox', { name });
  await expect(day('Monday')).toBeChecked();
  await day('Monday').press('Space');
  await expect(page.getByText('Choose at least one day')).toBeVisible();
  for (const name of ['Tuesday', 'Friday']) {
    await day(name).press('Space');
  }
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Site settings saved')).toBeVisible();
  await expect(day('Monday')).not.toBeChecked();
  await expect(day('Friday')).toBeChecked();
  await page.goto('/newsletter');
  await expect(page.getByRole('main')).toContainText('On Tuesdays and Fridays');
  await change(request, token, { newsletterDays: ['monday'] });
});
