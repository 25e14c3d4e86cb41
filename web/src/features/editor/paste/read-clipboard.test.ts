import { expect, it } from 'vitest';

import { readClipboard, type Clipboard, type Pasted } from './read-clipboard';

function paste(clipboard: Partial<Clipboard>): Pasted {
  return readClipboard({ html: '', text: '', editorData: '', ...clipboard });
}

function pasteHtml(html: string): string {
  const pasted = paste({ html });
  return pasted.kind === 'html' ? pasted.html : JSON.stringify(pasted);
}

const EDITOR_STYLE = "font-family: Menlo, Monaco, 'Courier New', monospace;white-space: pre;";

it('keeps the tabs of code from VS Code, with the language of its mode', () => {
  const text = '\tif (a) {\r\n\t\tb();\r\n\t}';
  const editorData = '{"version":1,"mode":"javascript"}';
  expect(paste({ text, editorData })).toEqual({
    kind: 'code',
    code: '\tif (a) {\n\t\tb();\n\t}',
    language: 'javascript',
  });
});

it.each([
  ['shellscript', 'bash'],
  ['csharp', 'csharp'],
  ['jsonc', 'json'],
  ['javascriptreact', 'jsx'],
  ['plaintext', null],
])('knows the mode %s of VS Code', (mode, language) => {
  const editorData = JSON.stringify({ mode });
  expect(paste({ text: 'a\nb', editorData })).toMatchObject({ kind: 'code', language });
});

it('takes Markdown from an editor for a text', () => {
  const editorData = '{"mode":"markdown"}';
  expect(paste({ text: '# A\n\nb', editorData })).toEqual({
    kind: 'text',
    text: '# A\n\nb',
    isMarkdown: true,
  });
});

it('makes a part of a line from an editor inline code', () => {
  const html = `<div style="${EDITOR_STYLE}"><div><span>a &lt; b</span></div></div>`;
  const inline = { kind: 'html', html: '<p><code>a &lt; b</code></p>' };
  expect(paste({ html, text: 'a < b' })).toEqual(inline);
  expect(paste({ html, text: 'a < b', editorData: '{"mode":"rust"}' })).toEqual(inline);
  expect(paste({ html, text: 'a < b\n' })).toEqual({ kind: 'code', code: 'a < b', language: null });
});

it('ignores broken data of VS Code', () => {
  expect(paste({ text: 'a', editorData: '{' })).toEqual({
    kind: 'text',
    text: 'a',
    isMarkdown: false,
  });
});

it('reads the text of code from its HTML where there is no plain text', () => {
  const html = `<div style="${EDITOR_STYLE}"><div>a</div><br><div>&#160; b</div></div>`;
  expect(paste({ html })).toEqual({ kind: 'code', code: 'a\n\n  b', language: null });
});

it('takes spans of a code block in a browser for code, unless they are Markdown', () => {
  const html = `<span style="${EDITOR_STYLE}">x</span>`;
  expect(paste({ html, text: 'let a = 1;\nlet b = 2;' })).toMatchObject({ kind: 'code' });
  expect(paste({ html, text: '# Title\n\n- a\n- b' })).toMatchObject({
    kind: 'text',
    isMarkdown: true,
  });
});

it.each([
  ['$ cargo test\nok', 'bash'],
  ['PS C:\\> dir\n', 'powershell'],
])('takes the terminal session %j for code', (text, language) => {
  expect(paste({ text })).toEqual({ kind: 'code', code: text.trimEnd(), language });
  expect(paste({ text, html: `<meta charset="utf-8"><span>${text}</span>` })).toMatchObject({
    language,
  });
});

it('asks about Markdown in plain text and in HTML that is only a wrapper', () => {
  const text = '# Title\n\n- a\n- b';
  const asked = { kind: 'text', text, isMarkdown: true };
  expect(paste({ text })).toEqual(asked);
  expect(
    paste({ text, html: `<meta charset="utf-8"><span style="color: red">${text}</span>` }),
  ).toEqual(asked);
  expect(
    paste({ text, html: '<div># Title</div><div><br></div><div>- a</div><div>- b</div>' }),
  ).toEqual(asked);
  expect(paste({ text, html: '<h1>Title</h1><ul><li>a</li><li>b</li></ul>' }).kind).toBe('html');
});

it('returns the plain text of HTML without content', () => {
  expect(paste({ html: '<meta charset="utf-8">', text: 'a' })).toEqual({
    kind: 'text',
    text: 'a',
    isMarkdown: false,
  });
});

it.each([
  // Marks.
  ['<b>a</b><strong>b</strong> <i>c</i>', '<p><strong>ab</strong> <em>c</em></p>'],
  ['<p>a<b> b </b>c</p>', '<p>a <strong>b</strong> c</p>'],
  ['<b><p>a</p><p>b</p></b>', '<p><strong>a</strong></p><p><strong>b</strong></p>'],
  ['<b style="font-weight: normal">a <i>b</i></b>', '<p>a <em>b</em></p>'],
  [
    '<u>a</u><u><a href="https://e.org/">b</a></u>',
    '<p><u>a</u><a href="https://e.org/" target="_blank" rel="noopener noreferrer">b</a></p>',
  ],
  [
    '<a href="https://e.org/"><div>a</div></a>',
    '<p><a href="https://e.org/" target="_blank" rel="noopener noreferrer">a</a></p>',
  ],
  [
    '<a href="#x">a</a> <a href="mailto:a@e.org">b</a>',
    '<p>a <a href="mailto:a@e.org" rel="noopener noreferrer">b</a></p>',
  ],
  ['<h2><b>a</b></h2><h3>b <b>c</b></h3>', '<h2>a</h2><h3>b <strong>c</strong></h3>'],
  // Spaces and empty lines.
  ['<p>\n a\n  b </p>\n<p>&nbsp;</p><p><br></p><div></div><p>c</p>', '<p>a b</p><p>c</p>'],
  ['a<br>b<br><br>c<br>', '<p>a<br>b</p><p>c</p>'],
  ['<p>a&nbsp;&nbsp; b 10&nbsp;km\u200B</p>', '<p>a b 10&nbsp;km</p>'],
  ['<span style="white-space: pre-wrap">a\nb</span>', '<p>a<br>b</p>'],
  // Lists.
  ['<ul><li>a</li><ul><li>b</li></ul></ul>', '<ul><li>a<ul><li>b</li></ul></li></ul>'],
  ['<ul><ul><li>a</li></ul><li>b</li></ul>', '<ul><li>a</li><li>b</li></ul>'],
  [
    '<ul><li>a</li><li style="list-style: none"><ol><li>b</li></ol></li></ul>',
    '<ul><li>a<ol><li>b</li></ol></li></ul>',
  ],
  ['<ul><li><p>a</p><p>b</p></li></ul>', '<ul><li><p>a</p><p>b</p></li></ul>'],
  ['<ol start="4"><li><div>a</div></li></ol>', '<ol start="4"><li>a</li></ol>'],
  [
    '<ul><li><label><input type="checkbox" checked><span>a</span></label></li></ul>',
    '<ul><li data-list="checked">a</li></ul>',
  ],
  // Code.
  [
    '<pre class="brush: rust;">a\n  b</pre>',
    '<pre><code class="language-rust">a\n  b\n</code></pre>',
  ],
  [
    '<div class="language-vue"><pre><code><div>a</div><div>b</div></code></pre></div>',
    '<pre><code class="language-html">a\nb\n</code></pre>',
  ],
  [
    '<pre><code class="hljs ts"><span>a</span><br>b</code></pre>',
    '<pre><code class="language-typescript">a\nb\n</code></pre>',
  ],
  ['<p>a <tt>b</tt></p>', '<p>a <code>b</code></p>'],
  [
    '<pre><div><div>python</div><div><button>Copy</button></div><div><code class="language-python"><span>a</span>\n</code></div></div></pre>',
    '<pre><code class="language-python">a\n</code></pre>',
  ],
  // Tables.
  [
    '<table><tr><th>a</th><th>b</th></tr><tr><td>c</td><td align="center">d</td></tr></table>',
    '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>c</td><td align="center">d</td></tr></tbody></table>',
  ],
  ['<table><tr><td><pre>a\nb</pre></td></tr></table>', '<pre><code>a\nb\n</code></pre>'],
  // Formulas.
  [
    '<p>a <math alttext="x^2"><mi>x</mi></math></p>',
    '<p>a <code class="language-math">x^2</code></p>',
  ],
  [
    '<span class="katex-display"><span class="katex"><math display="block"><semantics><annotation encoding="application/x-tex">x &lt; y</annotation></semantics></math><span>x</span></span></span>',
    '<pre><code class="language-math">x &lt; y\n</code></pre>',
  ],
  [
    '<span class="mwe-math-element"><span style="display: none"><math><semantics><annotation encoding="application/x-tex">{\\displaystyle E=mc^{2}}</annotation></semantics></math></span><img src="https://e.org/x.svg"></span>',
    '<p><code class="language-math">E=mc^{2}</code></p>',
  ],
  // Pictures.
  [
    '<img src="file:///C:/a.png"><img src="blob:x"><img src="https://e.org/a.png" alt="A">',
    '<p><img src="https://e.org/a.png" alt="A"></p>',
  ],
  ['<p>a <img class="emoji" alt="😀" src="https://e.org/1f600.svg"></p>', '<p>a 😀</p>'],
  // Footnotes.
  [
    '<p>a<sup class="footnote-ref"><a href="#fn1" id="fnref1">[1]</a></sup></p><section class="footnotes"><ol><li id="fn1" class="footnote-item"><p>b <a href="#fnref1" class="footnote-backref">↩︎</a></p></li></ol></section>',
    '<p>a<sup class="footnote-ref"><a href="#user-content-fn-1" id="user-content-fnref-1" rel="noopener noreferrer">1</a></sup></p><section class="footnotes"><ol><li id="user-content-fn-1"><p>b <a href="#user-content-fnref-1" class="footnote-backref" rel="noopener noreferrer">↩</a></p></li></ol></section>',
  ],
  [
    '<p>a<sup><a href="https://github.com/a/b#user-content-fn-1" data-footnote-ref>1</a></sup></p>',
    '<p>a<sup>1</sup></p>',
  ],
])('pastes %j', (html, post) => {
  expect(pasteHtml(html)).toBe(post);
});

it('returns its own result unchanged when it is pasted again', () => {
  const post =
    '<h1>a</h1><p>b <strong>c</strong></p><ul><li data-list="checked">d<ol><li>e</li></ol></li></ul>' +
    '<blockquote class="callout callout-tip"><p>f</p></blockquote><pre><code class="language-rust">g\n</code></pre>' +
    '<figure><img src="/media/a.webp" alt="h"><figcaption>i</figcaption></figure><hr>' +
    '<p><code class="language-math">x</code></p><pre><code class="language-math">y\n</code></pre>' +
    '<p>j<sup class="footnote-ref"><a href="#user-content-fn-k" id="user-content-fnref-k" rel="noopener noreferrer">1</a></sup></p>' +
    '<section class="footnotes"><ol><li id="user-content-fn-k"><p>l <a href="#user-content-fnref-k" class="footnote-backref" rel="noopener noreferrer">↩</a></p></li></ol></section>';
  expect(pasteHtml(post)).toBe(post);
});

it('reads each element once, however deeply it is nested', () => {
  const figure = '<figure><img src="https://example.org/a.png"><figcaption>';
  for (const opening of [
    figure,
    '<ul><li>',
    '<blockquote>',
    '<details><summary>',
    '<table><tr><td>',
    '<b><i>',
    '<dl><dd>',
  ]) {
    expect(pasteHtml(`${opening.repeat(60)}the text`)).toContain('the text');
  }
});
