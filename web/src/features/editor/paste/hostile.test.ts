import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { parseHtml } from '../html/tree';
import { readClipboard } from './read-clipboard';

const PAYLOADS = JSON.parse(
  readFileSync(join(import.meta.dirname, 'fixtures/hostile.json'), 'utf8'),
) as string[];

const DANGEROUS =
  'script, style, svg, math, object, embed, form, input, button, base, meta, link, template, noscript, textarea, ' +
  'iframe:not([src^="https://www.youtube.com/embed/"]), [srcdoc], [is], [autofocus], [contenteditable]';

it.each(PAYLOADS)('makes %s harmless', (payload) => {
  const html = `<p>before</p>${payload}<p>after</p>`;
  for (const source of [payload, html, `<!--StartFragment-->${html}<!--EndFragment-->`]) {
    const pasted = readClipboard({ html: source, text: '', editorData: '' });
    if (pasted.kind === 'html') {
      expectHarmless(pasted.html);
    }
  }
});

it('reads HTML without running or loading it', () => {
  const appended = document.documentElement.outerHTML;
  readClipboard({ html: PAYLOADS.join(''), text: '', editorData: '' });
  expect(document.documentElement.outerHTML).toBe(appended);
});

/** Also after it was parsed again twice, as mutation XSS needs. */
function expectHarmless(html: string): void {
  let source = html;
  for (let round = 0; round < 3; round++) {
    const root = parseHtml(source);
    expect([...root.querySelectorAll(DANGEROUS)].map((element) => element.outerHTML)).toEqual([]);
    const attributes = [...root.querySelectorAll('*')].flatMap((element) => [
      ...element.attributes,
    ]);
    for (const { name, value } of attributes) {
      expect(name).not.toMatch(/^on|^ping$|^formaction$/u);
      expect(`${name}: ${value}`).not.toMatch(
        /^(?:href|src|cite): (?!https?:|mailto:|tel:|#|\/(?!\/)|data:image\/(?:png|gif|jpeg|webp))/u,
      );
      expect(`${name}: ${value}`).not.toMatch(/^style:.*(?:url|expression|position)/u);
    }
    source = root.innerHTML;
  }
  expect(parseHtml(html).innerHTML).toBe(html);
}
