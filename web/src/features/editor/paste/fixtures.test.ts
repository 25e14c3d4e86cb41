import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { parseHtml } from '../html/tree';
import { makeCodeBlock } from './code-block';
import { readClipboard } from './read-clipboard';

/** `name.html` is on the clipboard, with `name.txt` and VS Code's `name.json` if they exist. */
const FOLDER = join(import.meta.dirname, 'fixtures');
const NAMES = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.html') && !file.endsWith('.expected.html'))
  .map((file) => file.replace('.html', ''));

function read(name: string): string {
  const path = join(FOLDER, name);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** Returns the result with a block a line. */
function paste(name: string): string {
  const pasted = readClipboard({
    html: read(`${name}.html`),
    text: read(`${name}.txt`),
    editorData: read(`${name}.json`),
  });
  if (pasted.kind === 'text') {
    return pasted.text;
  }
  const root = parseHtml(pasted.kind === 'html' ? pasted.html : '');
  if (pasted.kind === 'code') {
    root.append(makeCodeBlock(root, pasted.code, pasted.language));
  }
  return `${[...root.children].map((block) => block.outerHTML).join('\n')}\n`;
}

it.each(NAMES)('pastes the clipboard of %s as a post', (name) => {
  expect(paste(name)).toBe(read(`${name}.expected.html`));
});
