/** The text of a post by keyboard: the menu of blocks, their tools, what one undo step is, and the view of the Markdown. */
import { AxeBuilder } from '@axe-core/playwright';
import type { APIRequestContext, Page } from '@playwright/test';

import { unique } from './accounts';
import { animationsFinished } from './animations';
import { fillInPost, openNewPost, paste, postText, postsNamed, titleField } from './post-page';
import { expect, test } from './site';

const MARKDOWN = '## A part\n\n- [x] done\n- [ ] to do\n\n| a | b |\n| - | - |\n| 1 | 2 |\n';

const blocksMenu = (page: Page) => page.getByRole('listbox', { name: 'Blocks' });

async function openText(page: Page, request: APIRequestContext, name: string): Promise<void> {
  await openNewPost(page, request, name);
  await postText(page).click();
}

/** Inserts a block as soon as the menu offers it. */
async function insertBlock(page: Page, name: string): Promise<void> {
  await page.keyboard.type(`/${name.toLowerCase()}`);
  await expect(page.getByRole('option', { name, exact: true, selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
}

async function expectNoViolations(page: Page, where: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    await animationsFinished(page);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(
      violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
      where,
    ).toEqual([]);
  }
}

test('inserts a block by its name after a slash, and names the choice', async ({
  page,
  request,
}) => {
  await openText(page, request, 'slashes');
  await page.keyboard.type('/');
  await expect(blocksMenu(page)).toBeVisible();
  await expectNoViolations(page, 'the menu of blocks');
  await page.keyboard.press('ArrowDown');
  const active = await postText(page).getAttribute('aria-activedescendant');
  await expect(page.locator(`[id="${active ?? ''}"]`)).toHaveAttribute('aria-selected', 'true');
  await expect(blocksMenu(page).getByRole('option', { selected: true })).toHaveText('Heading 2');
  await page.keyboard.press('Enter');
  await page.keyboard.type('A part');
  await expect(postText(page).locator('h2')).toHaveText('A part');

  // Esc leaves what was typed.
  await page.keyboard.press('Enter');
  await page.keyboard.type('/tab');
  await expect(blocksMenu(page).getByRole('option')).toHaveText(['Table']);
  await page.keyboard.press('Escape');
  await expect(blocksMenu(page)).toHaveCount(0);
  await expect(postText(page).locator('p').first()).toHaveText('/tab');
});

test('edits a table by its tools and by Tab', async ({ page, request }) => {
  await openText(page, request, 'tables');
  await insertBlock(page, 'Table');
  const rows = postText(page).locator('tr');
  await expect(rows).toHaveCount(3);
  await page.keyboard.type('Name');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Size');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Age');
  await expect(rows.first().locator('th')).toHaveText(['Name', 'Size', 'Age']);
  await expectNoViolations(page, 'the tools of a table');

  await page.keyboard.press('Alt+F10');
  const tools = page.getByRole('toolbar', { name: 'Table tools' });
  await expect(tools.getByRole('button').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Add row below' }).press('Enter');
  await expect(rows).toHaveCount(4);
  await expect(postText(page)).toBeFocused();
  await page.keyboard.type('s');
  await expect(rows.first().locator('th').nth(2)).toHaveText('Ages');

  // From the last cell, Tab adds a row.
  await rows.last().locator('td').last().click();
  await page.keyboard.press('Tab');
  await expect(rows).toHaveCount(5);
});

test('takes back what typed Markdown became in one step', async ({ page, request }) => {
  await openText(page, request, 'undoing');
  const text = postText(page);
  for (const [typed, element, left] of [
    ['## ', 'h2', '## '],
    ['- ', 'ul', '- '],
    ['> ', 'blockquote', '> '],
    ['**b**', 'strong', '**b**'],
    ['`c`', 'code', '`c`'],
    ['[a](https://example.org)', 'a', '[a](https://example.org)'],
  ] as const) {
    await page.keyboard.type(typed);
    await expect(text.locator(element)).toHaveCount(1);
    await page.keyboard.press('Control+z');
    await expect(text.locator(element)).toHaveCount(0);
    await expect(text.locator('p').first()).toHaveText(left, { useInnerText: true });
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
  }
});

test('keeps what is typed at once after the caret was moved', async ({ page, request }) => {
  await openText(page, request, 'hurry');
  const text = postText(page);
  for (let line = 0; line < 30; line += 1) {
    await page.keyboard.type('Line');
    await page.keyboard.press('Enter');
  }
  for (let round = 0; round < 5; round += 1) {
    await titleField(page).click();
    await text.click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('First ');
    await page.keyboard.press('Control+End');
    await page.keyboard.type('Last ');
  }
  expect(await text.locator(':scope > p').allTextContents()).toEqual([
    `${'First '.repeat(5)}Line`,
    ...Array.from({ length: 29 }, () => 'Line'),
    'Last '.repeat(5),
  ]);
});

test('goes to both ends of a long text by keyboard', async ({ page, request }) => {
  await openText(page, request, 'ends');
  const paragraph = `<p>${'Ten words of plain text make one sentence here. '.repeat(5)}</p>`;
  await paste(page, { 'text/html': paragraph.repeat(120) });
  const lines = postText(page).locator(':scope > p');
  await expect(lines).toHaveCount(120);
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('First ');
  await expect(lines.first()).toBeInViewport();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Last');
  await expect(lines.last()).toBeInViewport();
  await expect(lines.first()).toHaveText(/^First Ten/u);
  await expect(lines.last()).toHaveText(/here\. Last$/u);
  await page.keyboard.press('Control+Shift+Home');
  await page.keyboard.type('All');
  await expect(lines).toHaveText(['All']);
});

test('ticks a task by keyboard', async ({ page, request }) => {
  await openText(page, request, 'tasks');
  await page.keyboard.type('- [ ] to do');
  await page.keyboard.press('Control+Enter');
  await expect(postText(page).getByRole('checkbox')).toBeChecked();
  await page.keyboard.press('Control+Enter');
  await expect(postText(page).getByRole('checkbox')).not.toBeChecked();
});

test('formats by keyboard, and lets Tab out only after Esc', async ({ page, request }) => {
  await openText(page, request, 'keys');
  const text = postText(page);
  await page.keyboard.press('Control+e');
  await page.keyboard.type('code');
  await page.keyboard.press('Control+e');
  await page.keyboard.type(' and a ');
  await expect(text.locator('code')).toHaveText('code');
  await page.keyboard.press('Control+k');
  await page.getByLabel('Text', { exact: true }).fill('link');
  await page.getByLabel('Link address').fill('https://example.org');
  await page.keyboard.press('Enter');
  await expect(text.getByRole('link', { name: 'link' })).toHaveAttribute(
    'href',
    /^https:\/\/example\.org/u,
  );
  await expect(text).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(text).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(text).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+Tab');
  await expect(text).not.toBeFocused();
  await expect(titleField(page)).toBeFocused();
});

test('offers to convert pasted Markdown', async ({ page, request }) => {
  await openText(page, request, 'offers');
  const text = postText(page);
  await paste(page, { 'text/plain': MARKDOWN });
  await expect(page.getByText('Paste as Markdown?')).toBeVisible();
  await expectNoViolations(page, 'the offer to convert');
  await page.getByRole('button', { name: 'Convert' }).click();
  await expect(text.getByRole('heading', { name: 'A part' })).toBeVisible();
  await expect(text.locator('td')).toHaveText(['1', '2']);
  await expect(text).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(text.locator('p').first()).toHaveText('## A part');
});

test('shows the Markdown of a post, and takes what is changed there', async ({ page, request }) => {
  const title = unique('Source');
  const email = await openNewPost(page, request, 'sources');
  await fillInPost(page, title);
  await page.keyboard.type('## A part');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Some **bold** words');
  const toggle = page.getByRole('button', { name: 'Markdown', exact: true });
  await toggle.click();
  const source = page.getByRole('textbox', { name: 'Content in Markdown' });
  await expect(source).toHaveValue('## A part\n\nSome **bold** words\n');
  await expect(source).toBeFocused();
  await expectNoViolations(page, 'the view of the Markdown');

  // What is written is saved from there, too.
  await source.fill('## A part\n\nSome *other* words\n');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/Saved \d/u)).toBeVisible();
  const [post] = await postsNamed(request, email, title);
  expect(post?.content).toBe('<h2>A part</h2>\n<p>Some <em>other</em> words</p>');
  await toggle.click();
  await expect(postText(page).locator('em')).toHaveText('other');
  await expect(postText(page)).toBeFocused();
});

test('shows a formula and a diagram below their code, or why there is none', async ({
  page,
  request,
}) => {
  await openText(page, request, 'previews');
  await insertBlock(page, 'Diagram');
  await page.keyboard.insertText('flowchart LR\nA[Start] --> B[End]');
  await expect(postText(page).locator('.diagram img').first()).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await insertBlock(page, 'Formula');
  await page.keyboard.insertText('\\frac{1}{2}');
  await expect(postText(page).locator('math')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await page.keyboard.type('Words between');
  await page.keyboard.press('Enter');
  await insertBlock(page, 'Diagram');
  await page.keyboard.insertText('flowchart LR\nA --');
  await expect(postText(page).getByText(/cannot be shown: \S/u)).toBeVisible();
  await expectNoViolations(page, 'the previews');
});
