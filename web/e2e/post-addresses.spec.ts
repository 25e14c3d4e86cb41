/** The addresses of a post: chosen in the editor, and followed by readers. */
import type { Page } from '@playwright/test';

import { unique } from './accounts';
import { animationsFinished } from './animations';
import { violations } from './axe';
import { expectNoSidewaysScroll } from './fitting';
import { fillInPost, openNewPost, postsNamed } from './post-page';
import { expect, test } from './site';

const address = (page: Page) => page.getByRole('textbox', { name: 'Address', exact: true });
const canonical = (page: Page) => page.getByRole('textbox', { name: 'Canonical address' });

async function save(page: Page): Promise<void> {
  const saved = page.waitForResponse((response) => response.url().includes('/api/blogs/update/'));
  await page.keyboard.press('Control+s');
  await saved;
}

test('changes the address of a post, and the former one leads on to it', async ({
  page,
  browser,
  request,
}) => {
  const title = unique('Moved');
  const [first, second] = [unique('before').toLowerCase(), unique('after').toLowerCase()];
  const elsewhere = 'https://example.org/first';
  const email = await openNewPost(page, request, 'addresses');

  await test.step('publishes under a chosen address', async () => {
    await fillInPost(page, title);
    await page.keyboard.type('Words of a moved post.');
    await address(page).fill(first);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByText('Post Published!')).toBeVisible();
  });

  const [post] = await postsNamed(request, email, title);
  expect(post?.slug).toBe(first);

  await test.step('shows what is wrong with an address under its field', async () => {
    await page.goto(`/admin/edit-blog/${post?.id ?? ''}`);
    await expect(address(page)).toHaveValue(first);
    await address(page).fill('trending');
    await save(page);
    await expect(address(page)).toHaveAccessibleDescription(/The site itself uses this word/u);
    await expect(address(page)).toBeFocused();
    await animationsFinished(page);
    expect(await violations(page, 'light')).toEqual([]);
  });

  await test.step('changes both addresses, on a narrow screen', async () => {
    await page.setViewportSize({ width: 320, height: 740 });
    await address(page).fill(second);
    await canonical(page).fill(elsewhere);
    await expectNoSidewaysScroll(page);
    await save(page);
    await expect(page.getByText(/Saved \d/u).first()).toBeVisible();
    await expect(address(page)).toHaveValue(second);
  });

  await test.step('leads a reader from the former address to the present one', async () => {
    const context = await browser.newContext();
    const reader = await context.newPage();
    await reader.goto(`/blog/${first}?from=mail`);
    await expect(reader).toHaveURL(new RegExp(`/blog/${second}\\?from=mail$`, 'u'));
    await expect(reader.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(reader.locator('link[rel=canonical]')).toHaveAttribute('href', elsewhere);
    await context.close();
  });
});
