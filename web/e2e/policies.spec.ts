/** The content security policy: pages do not violate it, and it blocks injected HTML. */
import type { Page } from '@playwright/test';

import { newAdmin, signInAsAdmin } from './people';
import { expect, test } from './site';

const WORD_LIST =
  '<html xmlns:w="urn:schemas-microsoft-com:office:word"><head><style>@list l0:level1 {mso-level-number-format:bullet;}</style></head>' +
  '<body><p style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·</span><b>One</b></p></body></html>';

function setHtml(page: Page, html: string): Promise<string> {
  return page.evaluate((text) => {
    const element = document.createElement('div');
    try {
      element.innerHTML = text;
      return element.innerHTML;
    } catch (error) {
      return error instanceof TypeError ? 'refused' : String(error);
    }
  }, html);
}

test.describe('a string assigned to innerHTML', () => {
  test('is refused on reader pages', async ({ page, pageErrors }) => {
    await page.goto('/blog/async-is-waiting-well');
    await expect(page.locator('.rich-text .code-keyword').first()).toBeVisible();
    expect(pageErrors).toEqual([]);
    expect(await setHtml(page, '<b>bold</b>')).toBe('refused');
    await expect.poll(() => pageErrors.splice(0).join()).toContain('TrustedHTML');
  });

  test('is sanitized as post content on the editor page', async ({ page, request }) => {
    await signInAsAdmin(page, await newAdmin(request, 'policies'));
    await page.goto('/admin/new-blog');
    const text = page.getByRole('textbox', { name: 'Content' });
    await text.click();
    await page.keyboard.type('typed');
    await page.keyboard.press('Enter');
    await text.evaluate((root, html) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', html);
      const init = { clipboardData, bubbles: true, cancelable: true };
      root.dispatchEvent(new ClipboardEvent('paste', init));
    }, WORD_LIST);
    await expect(text.locator('li strong')).toHaveText('One');
    expect(await setHtml(page, '<script>alert(1)</script><b>bold</b>')).toBe('<b>bold</b>');
  });
});
