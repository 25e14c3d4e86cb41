import { expect, it } from 'vitest';

import { EditorController } from '../editor-controller';

function paste(html: string): string {
  const container = document.createElement('div');
  document.body.append(container);
  const editor = new EditorController(container, {
    onChange: () => undefined,
    onRejected: () => undefined,
    onLinkRequested: () => undefined,
  });
  editor.focus();
  const paste = new Event('paste', { cancelable: true });
  Object.assign(paste, {
    clipboardData: { getData: (type: string) => (type === 'text/html' ? html : ''), files: [] },
  });
  editor.root.dispatchEvent(paste);
  return editor.getHtml();
}

it.each([
  ['<p>a <b>b</b> <i>c</i></p>', '<p>a <strong>b</strong> <em>c</em></p>'],
  ['<ul><li>a<ul><li>b</li></ul></li></ul>', '<ul><li>a<ul><li>b</li></ul></li></ul>'],
  [
    '<pre><code class="language-javascript">a\n  b</code></pre><p>c</p>',
    '<pre><code class="language-javascript">a\n  b\n</code></pre><p>c</p>',
  ],
  ['<div><div>a</div><div>b</div></div>', '<p>a</p><p>b</p>'],
  ['<h2 id="x" class="y" style="margin: 0">a</h2><p>b</p>', '<h2>a</h2><p>b</p>'],
  ['<p>a<img src="file:///x.png"><img src="x.png"></p>', '<p>a</p>'],
  ['<p>a</p><iframe src="https://example.org"></iframe><p>b</p>', '<p>a</p><p>b</p>'],
  ['<p><a href="javascript:alert(1)">a</a></p>', '<p>a</p>'],
  [
    '<p>a</p><table onclick="x()"><tbody><tr><td><img src="x" onerror="y()">b</td><td>d</td></tr></tbody></table><p>c</p>',
    '<p>a</p><table><tbody><tr><td>b</td><td>d</td></tr></tbody></table><p>c</p>',
  ],
])('keeps only the allowed part of pasted HTML: %s', (html, stored) => {
  expect(paste(html)).toBe(stored);
});
