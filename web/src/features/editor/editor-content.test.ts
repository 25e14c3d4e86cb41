import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { EditorContent } from './editor-content';
import { EditorController } from './prosemirror/editor-controller';

/** Whole posts. */
const DEMO = join(import.meta.dirname, '../../../../src/actions/demo/posts');

const SPELLINGS = [
  '<p>a</p>\n<p>b <b>c</b></p>\n\n<ul>\n<li>d</li>\n</ul>\n<p>e</p>\n',
  '<div><p>a</p></div><p>b</p><p>c</p>',
  '<h2>a</h2>loose text<p>b <i>c</i></p><pre>x\n</pre><p>last</p>',
  '<p style="text-align:center">a&nbsp;&amp; b &quot;c&quot; — d<br></p>\n<hr>\n<p><strong><em>e</em></strong></p>',
  '<figure><img src="/media/a.png" alt="a" width="3" height="2"><figcaption>b</figcaption></figure><p></p><p>c</p>',
  '<ol start="3"><li>a<ul><li>b<ol><li>c</li></ol></li></ul></li><li>d</li></ol><blockquote><p>e</p><p>f</p></blockquote>',
  '<pre><code class="language-rust">fn main() {\n\tlet a = &lt;b&gt;;\n}\n</code></pre><p><code>a</code> <kbd>b</kbd> <sub>c</sub></p>',
  '<p><a href="https://example.org/?a=1&amp;b=2" target="_blank" rel="noopener">a</a></p><details><summary>b</summary>c</details>',
  '<dl><dt>a</dt><dd>b</dd></dl><iframe src="https://www.youtube.com/embed/a"></iframe><h5>c</h5><h6>d</h6>',
  '',
  'only text',
  '<ul><li><p>a</p></li></ul><ul><li>b</li></ul><p>c</p><table><tbody><tr><td>d</td></tr></tbody></table>',
];

function open(html: string) {
  const container = document.createElement('div');
  document.body.append(container);
  const content = new EditorContent(html);
  content.attach(
    new EditorController(container, {
      onChange: content.changed,
      onRejected: () => undefined,
      onLinkRequested: () => undefined,
    }),
  );
  return { content, container };
}

function posts(): string[] {
  const demo = readdirSync(DEMO).map((file) => readFileSync(join(DEMO, file), 'utf8'));
  return [...SPELLINGS, ...demo];
}

it('keeps a post that is opened and saved', () => {
  for (const html of posts()) {
    const { content, container } = open(html);
    expect(content.read()).toBe(html);
    content.detach();
    expect(content.read()).toBe(html);
    container.remove();
  }
});

it('keeps the blocks around an edited one', async () => {
  const { content, container } = open('<p>a <b>b</b></p>\n<p>c <i>d</i></p>\n<p>e <b>f</b></p>\n');
  const middle = container.querySelectorAll('p')[1];
  middle?.prepend('more ');
  await Promise.resolve();
  expect(content.read()).toBe('<p>a <b>b</b></p>\n<p>more c <em>d</em></p><p>e <b>f</b></p>\n');
});

it('adds or removes a block and keeps the others', async () => {
  const { content, container } = open('<p>a <b>b</b></p>\n<p>c</p>\n<p>e <b>f</b></p>');
  const editor = container.querySelector('.ProseMirror') ?? container;
  editor.children[1]?.remove();
  await Promise.resolve();
  expect(content.read()).toBe('<p>a <b>b</b></p>\n<p>e <b>f</b></p>');
});

it('keeps a text after an edit is undone', async () => {
  const html = '<p>a <b>b</b></p>\n<p>c</p>';
  const { content, container } = open(html);
  const first = container.querySelector('p');
  const more = document.createTextNode(' more');
  first?.append(more);
  await Promise.resolve();
  expect(content.read()).not.toBe(html);
  content.write(html);
  expect(content.read()).toBe(html);
});
