import { expect, it } from 'vitest';

import { toStored } from './to-stored';

const UI = '<span class="ql-ui" contenteditable="false"></span>';

it('nests flat lists', () => {
  const flat =
    `<ol><li data-list="bullet">${UI}a</li><li data-list="ordered" class="ql-indent-1">${UI}b</li>` +
    `<li data-list="bullet" class="ql-indent-2">${UI}c</li><li data-list="ordered" class="ql-indent-1">${UI}d</li>` +
    `<li data-list="bullet">${UI}e</li><li data-list="ordered">${UI}f</li></ol>`;
  expect(toStored(flat)).toBe(
    '<ul><li>a<ol><li>b<ul><li>c</li></ul></li><li>d</li></ol></li><li>e</li></ul><ol><li>f</li></ol>',
  );
});

it('keeps the state of checklist items', () => {
  expect(
    toStored(`<ol><li data-list="checked">${UI}a</li><li data-list="unchecked">${UI}b</li></ol>`),
  ).toBe('<ul><li data-list="checked">a</li><li data-list="unchecked">b</li></ul>');
});

it('joins the lines of code to one block for each language', () => {
  const line = (language: string, code: string) =>
    `<div class="ql-code-block" data-language="${language}">${code}</div>`;
  const container = `<div class="ql-code-block-container" spellcheck="false">${line('rust', 'fn a() {')}${line('rust', '    b  c')}${line('rust', '<br>')}${line('rust', '}')}${line('plain', 'x &lt; y')}</div>`;
  expect(toStored(container)).toBe(
    '<pre><code class="language-rust">fn a() {\n    b  c\n\n}\n</code></pre><pre><code>x &lt; y\n</code></pre>',
  );
});

it('joins the lines of a quote', () => {
  expect(
    toStored('<blockquote>a</blockquote><blockquote class="ql-align-right">b</blockquote><p>c</p>'),
  ).toBe('<blockquote><p>a</p><p class="ql-align-right">b</p></blockquote><p>c</p>');
});

it('keeps double spaces and drops invisible ones', () => {
  expect(toStored('<p>a  b   c</p><p> d </p><p>a <strong> b</strong></p>')).toBe(
    '<p>a &nbsp;b &nbsp; c</p><p>&nbsp;d</p><p>a <strong>&nbsp;b</strong></p>',
  );
});

it('drops the caret, guards and trailing empty lines', () => {
  expect(
    toStored(
      '<p>a<strong><span class="ql-cursor">\uFEFF</span></strong></p><p><br></p><p><br></p>',
    ),
  ).toBe('<p>a</p>');
});

it('opens links to other sites in a new tab', () => {
  expect(
    toStored(
      '<p><a href="https://example.org" target="_blank">a</a><a href="#b" target="_blank">b</a></p>',
    ),
  ).toBe(
    '<p><a href="https://example.org" target="_blank" rel="noopener noreferrer">a</a><a href="#b" rel="noopener noreferrer">b</a></p>',
  );
});

it.each([
  ['<p><a href="sms:1">a</a></p>', '<p><a rel="noopener noreferrer">a</a></p>'],
  ['<p><a href="javascript:alert(1)">a</a></p>', '<p><a rel="noopener noreferrer">a</a></p>'],
  ['<p>a<img src="//:0"></p>', '<p>a</p>'],
  ['<p>a</p><iframe class="ql-video" src="https://example.org/v"></iframe>', '<p>a</p>'],
  ['<p><span style="color: var(--x)">a</span></p>', '<p>a</p>'],
  ['<p style="position: fixed; color: #e60000">a</p>', '<p style="color: rgb(230, 0, 0);">a</p>'],
  ['<p class="ql-align-center ql-indent-9 other">a</p>', '<p class="ql-align-center">a</p>'],
  ['<p onclick="x()">a<script>b</script></p>', '<p>a</p>'],
  ['<p>a</p><div class="ql-kept" data-html="<img src=x onerror=alert(1)>b"></div>', '<p>a</p>b'],
])('outputs nothing that the server would remove: %s', (html, stored) => {
  expect(toStored(html)).toBe(stored);
});
