/** A long post, typed in Markdown and read without JavaScript, in the feed and in print. */
import type { APIRequestContext, Locator, Page } from '@playwright/test';

import { unique } from './accounts';
import { fillInPost, openNewPost, postText, postsNamed } from './post-page';
import { expect, test } from './site';

const WORDS = 1_500;
const SENTENCE = 'This sentence has ten words and stands for many others. ';
const CODE = {
  rust: 'fn main() {\n    println!("one");\n}',
  python: 'def two():\n    return 2',
  sql: 'select 3;',
  bash: 'echo four',
};

// A paragraph of ten sentences.
const PARAGRAPH = SENTENCE.repeat(10).trim();

test('publishes a post that is typed in Markdown, and saves it unchanged', async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  test.setTimeout(180_000);
  const email = await openNewPost(page, request, 'writer');
  const title = unique('Typed in Markdown');
  const text = postText(page);
  await fillInPost(page, title);

  await test.step('types the text', async () => {
    await typeText(page);
    await addPictures(page, text);
    await expect(text.locator('figure > img')).toHaveCount(3);
    await expect(page.getByText(/1,[5-9]\d\d words/u)).toBeVisible();
  });

  await test.step('publishes it', async () => {
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('button', { name: 'Publish anyway' }).click();
    await expect(page.getByText('Post Published!')).toBeVisible();
  });

  const post = await postTitled(request, email, title);

  await test.step('shows it without JavaScript, and in print', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const reader = await context.newPage();
    await reader.goto(`${baseURL ?? ''}/blog/${post.slug}`);
    await expectAllBlocks(reader.locator('.rich-text'));
    await reader.emulateMedia({ media: 'print' });
    await expectAllBlocks(reader.locator('.rich-text'));
    await context.close();
  });

  await test.step('has it in the feed', async () => {
    const feed = await (await request.get('/feed.xml')).text();
    const entry = feed.slice(feed.indexOf(title));
    for (const part of ['&lt;table', '&lt;math', '/media/', '.svg', 'footnotes', 'println!']) {
      expect(entry).toContain(part);
    }
  });

  await test.step('opens and saves it unchanged', async () => {
    await page.goto(`/admin/edit-blog/${post.id}`);
    await expect(text).toContainText('The note of the post');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const anyway = page.getByRole('button', { name: 'Publish anyway' });
    await anyway.click();
    await expect(page.getByText('Post Published!')).toBeVisible();
    expect((await postTitled(request, email, title)).content).toBe(post.content);
  });
});

async function typeText(page: Page) {
  const { keyboard } = page;
  const type = async (markdown: string) => {
    for (const [index, line] of markdown.split('\n').entries()) {
      if (index > 0) {
        await keyboard.press('Enter');
      }
      await keyboard.type(line);
    }
  };
  await type('## The **first** part\n');
  await type(
    'Some **bold**, *italic* and ~~struck~~ words, `code`, a [link](https://example.org),',
  );
  await type(' a formula $x^2$ and a note[^1].\n');
  for (const [language, code] of Object.entries(CODE)) {
    await keyboard.insertText(PARAGRAPH);
    await type(`\n\`\`\`${language}\n${code}\n\`\`\`\n`);
  }
  await type('### Lists\n- one\n- two\n\n1. first\n2. second\n\n- [ ] to do\n- [x] done\n\n');
  await type('> [!NOTE]Mind the callout.\n\n');
  await type('| Name | Size |\n| --- | --: |\n| alpha | 12 |\n\n');
  await type('$$\n\\frac{1}{2}\n\n\n');
  await type('```mermaid\nflowchart LR\nA --> B\n```\n---');
  const left = WORDS - 4 * 100;
  for (let words = 0; words < left; words += 100) {
    await keyboard.insertText(PARAGRAPH);
    await keyboard.press('Enter');
  }
  await type('[^1]: The note of the post');
}

/** Adds a picture each by paste, drop and upload. */
async function addPictures(page: Page, text: Locator) {
  await text.locator(':scope > p').last().click();
  await text.evaluate(async (root) => {
    const file = async (name: string) => {
      const canvas = new OffscreenCanvas(64, 48);
      canvas.getContext('2d')?.fillText(name, 4, 20);
      return new File([await canvas.convertToBlob()], name, { type: 'image/png' });
    };
    const pasted = new DataTransfer();
    pasted.items.add(await file('pasted.png'));
    const clipboardData = { clipboardData: pasted, bubbles: true, cancelable: true };
    root.dispatchEvent(new ClipboardEvent('paste', clipboardData));
    const dropped = new DataTransfer();
    dropped.items.add(await file('dropped.png'));
    const heading = root.querySelector('h3')?.getBoundingClientRect();
    const place = { clientX: heading?.left ?? 0, clientY: heading?.top ?? 0 };
    const init = { dataTransfer: dropped, bubbles: true, cancelable: true, ...place };
    root.querySelector('h3')?.dispatchEvent(new DragEvent('drop', init));
  });
  await expect(text.locator('figure > img')).toHaveCount(2);
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 40, height: 30 } });
  await page.getByRole('toolbar').getByRole('button', { name: 'Image', exact: true }).click();
  await page
    .getByLabel('Image file')
    .setInputFiles({ name: 'uploaded.png', mimeType: 'image/png', buffer: picture });
}

async function expectAllBlocks(text: Locator) {
  await expect(text.getByRole('heading', { name: 'The first part' })).toBeVisible();
  for (const [selector, words] of [
    ['strong', 'bold'],
    ['em', 'italic'],
    ['s', 'struck'],
    ['a[href="https://example.org"]', 'link'],
    ['ul > li', 'two'],
    ['ol > li', 'second'],
    ['li[data-list="checked"]', 'done'],
    ['.callout-note', 'Mind the callout.'],
    ['td[align="right"]', '12'],
    ['.footnotes li', 'The note of the post'],
  ] as const) {
    await expect(text.locator(selector).filter({ hasText: words }).first()).toBeVisible();
  }
  for (const [language, code] of Object.entries(CODE)) {
    await expect(text.locator(`code.language-${language}`)).toHaveText(code);
  }
  await expect(text.locator('math')).toHaveCount(2);
  await expect(text.locator('.diagram img').first()).toHaveJSProperty('complete', true);
  await expect(text.locator('figure:not(.diagram) img, p img')).toHaveCount(3);
}

async function postTitled(request: APIRequestContext, email: string, title: string) {
  const [post] = await postsNamed(request, email, title);
  return post ?? { id: '', slug: '', content: '' };
}
