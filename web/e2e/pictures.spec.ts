import { newAdmin, signInAsAdmin } from './people';
import { expect, test } from './site';

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="900"><rect width="300" height="900"/></svg>';
const CONTENT = `
  <p><img src="https://example.org/late.svg" alt="Comes late"></p>
  <p><img src="https://example.org/never.svg" alt="Never comes"></p>
  <p><img src="https://example.org/wrong.svg" alt="Is not what it was said to be" width="640" height="360"></p>
  <p>Amid <img src="https://example.org/late.svg" alt=""> the text</p>
  <table><tbody><tr><td><img src="https://example.org/late.svg" alt=""></td><td>text</td></tr></tbody></table>
  <p>The end</p>`;

test('shifts no layout when images load late or never', async ({ page, request }) => {
  await signInAsAdmin(page, await newAdmin(request, 'pictures'));
  await page.goto('/admin/new-blog');
  await page.route('**/api/blogs/preview', (route) =>
    route.continue({ postData: JSON.stringify({ content: CONTENT }) }),
  );
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('https://example.org/**', async (route) => {
    await released;
    const exists = !route.request().url().includes('never');
    await route.fulfill(
      exists ? { contentType: 'image/svg+xml', body: SVG } : { status: 404, body: '' },
    );
  });
  await page.getByRole('button', { name: 'Preview post' }).click();
  const text = page.getByRole('dialog').locator('.rich-text');
  await expect(text.getByText('The end')).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  const heights = () =>
    text.evaluate((root) =>
      [...root.children].map((block) => block.getBoundingClientRect().height),
    );
  const before = await heights();

  release();
  for (const block of await text.locator('> *').all()) {
    await block.scrollIntoViewIfNeeded();
  }
  await expect(text.locator('.picture-missing')).toHaveText('Never comes');
  await expect
    .poll(() =>
      text
        .locator('img')
        .evaluateAll((images) =>
          images.every((image) => image instanceof HTMLImageElement && image.naturalWidth > 0),
        ),
    )
    .toBe(true);
  expect(await heights()).toEqual(before);
});
