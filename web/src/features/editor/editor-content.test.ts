import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { EditorContent } from './editor-content';
import { EditorController } from './quill/editor-controller';

/** Posts that the project wrote itself. */
const DEMO = join(import.meta.dirname, '../../../../src/actions/demo/posts');
/** Real posts, on machines that have them beside the project. */
const CORPUS = join(import.meta.dirname, '../../../../../shared/corpus/posts.jsonl');

const SPELLINGS = [
  '<p>a</p>\n<p>b <b>c</b></p>\n\n<ul>\n<li>d</li>\n</ul>\n<p>e</p>\n',
  '<div><p>a</p></div><p>b</p><p>c</p>',
  '<h2>a</h2>loose text<p>b <i>c</i></p><pre>x\n</pre><p>last</p>',
  '<ul><li><p>a</p></li></ul><ul><li>b</li></ul><p>c</p><table><tbody><tr><td>d</td></tr></tbody></table>',
];

function open(html: string) {
  const container = document.createElement('div');
  document.body.append(container);
  const content = new EditorContent(html);
  content.attach(
    new EditorController(container, {
      onChange: content.changed,
      onRefused: () => undefined,
      onLinkWanted: () => undefined,
    }),
  );
  return { content, container };
}

function posts(): string[] {
  const demo = readdirSync(DEMO).map((file) => readFileSync(join(DEMO, file), 'utf8'));
  const corpus = existsSync(CORPUS)
    ? readFileSync(CORPUS, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => (JSON.parse(line) as { contentHtml: string }).contentHtml)
    : [];
  return [...SPELLINGS, ...demo, ...corpus];
}

it('changes nothing in a post that is opened and saved', () => {
  for (const html of posts()) {
    const { content, container } = open(html);
    expect(content.read()).toBe(html);
    content.detach();
    expect(content.read()).toBe(html);
    container.remove();
  }
});

it('changes nothing beside the block that is written in', async () => {
  const { content, container } = open('<p>a <b>b</b></p>\n<p>c <i>d</i></p>\n<p>e <b>f</b></p>\n');
  const middle = container.querySelectorAll('p')[1];
  middle?.append(' more');
  await Promise.resolve();
  expect(content.read()).toBe('<p>a <b>b</b></p>\n<p>c <em>d</em> more</p><p>e <b>f</b></p>\n');
});

it('takes a block that was added or removed, and leaves the others', async () => {
  const { content, container } = open('<p>a <b>b</b></p>\n<p>c</p>\n<p>e <b>f</b></p>');
  const editor = container.querySelector('.ql-editor') ?? container;
  editor.children[1]?.remove();
  await Promise.resolve();
  expect(content.read()).toBe('<p>a <b>b</b></p>\n<p>e <b>f</b></p>');
});

it('counts what is written and taken back as nothing', async () => {
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
