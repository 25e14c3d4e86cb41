/** Paste into a post: what other programs put on the clipboard, and hostile HTML. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { unique } from './accounts';
import { fillInPost, openNewPost, paste, postText, postsNamed } from './post-page';
import { expect, test } from './site';

const FIXTURES = join(import.meta.dirname, '../src/features/editor/paste/fixtures');
const EXPECTED = '.expected.html';
const PROGRAMS = readdirSync(FIXTURES)
  .filter((file) => file.endsWith(EXPECTED))
  .map((file) => file.replace(EXPECTED, ''));
const HOSTILE = JSON.parse(readFileSync(join(FIXTURES, 'hostile.json'), 'utf8')) as string[];

function readFixture(name: string): string {
  const path = join(FIXTURES, name);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** The languages that are guessed of the code that a program copies without its language. */
const GUESSED: Record<string, string> = { jetbrains: 'kotlin' };

/** Returns what the server stores of a program's clipboard: without line breaks between blocks. */
function storedForm(program: string): string {
  const language = GUESSED[program];
  const html = readFixture(`${program}${EXPECTED}`);
  const withLanguage =
    language === undefined
      ? html
      : html.replace('<pre><code>', `<pre><code class="language-${language}">`);
  return withLanguage.replaceAll(/>\n</gu, '><').replaceAll(';">', '">').trim();
}

test('keeps what other programs put on the clipboard', async ({ page, request }) => {
  test.setTimeout(120_000);
  // The pictures of the clipboards are those of other sites.
  await page.route(/^https:/u, (route) => route.fulfill({ status: 404 }));
  const title = unique('Pasted');
  const email = await openNewPost(page, request, 'pasting');
  await fillInPost(page, title);
  for (const program of PROGRAMS) {
    await test.step(program, async () => {
      await postText(page).click();
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
      await paste(page, {
        'text/html': readFixture(`${program}.html`),
        'text/plain': readFixture(`${program}.txt`),
        'vscode-editor-data': readFixture(`${program}.json`),
      });
      // The language of code is guessed after the paste.
      await expect(async () => {
        await page.keyboard.press('Control+s');
        await expect(page.getByText(/Saved \d/u)).toBeVisible();
        const [post] = await postsNamed(request, email, title);
        expect(post?.content).toBe(storedForm(program));
      }).toPass();
    });
  }
});

test.describe('without a content security policy', () => {
  test.use({ bypassCSP: true });

  test('runs nothing and sends nothing for hostile HTML', async ({ page, request }) => {
    const alerts: string[] = [];
    const requests: string[] = [];
    await page.exposeFunction('alert', (text: string) => alerts.push(text));
    await page.route(/^https:/u, async (route) => {
      requests.push(route.request().url());
      await route.fulfill({ status: 404 });
    });
    await openNewPost(page, request, 'attacked');
    await postText(page).click();
    for (const html of HOSTILE) {
      await paste(page, { 'text/html': html, 'text/plain': '' });
      await page.keyboard.press('Enter');
    }
    await page.evaluate(
      () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 })),
    );
    expect(alerts).toEqual([]);
    expect(requests.filter((url) => /evil\.example|google/u.test(url))).toEqual([]);
  });
});
