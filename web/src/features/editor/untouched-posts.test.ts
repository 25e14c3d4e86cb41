/** Opens and saves posts without a change. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { EditorContent } from './editor-content';
import { EditorController } from './quill/editor-controller';

const PROJECT = join(import.meta.dirname, '../../../..');
const FIXTURES = join(PROJECT, 'tests/fixtures/posts/posts.jsonl');
const SAMPLES = join(PROJECT, 'src/actions/demo/posts');
/** A folder of further posts. */
const CORPUS = process.env['CORPUS'];
/** The number of posts that one test opens. */
const BATCH = 25;
const TIMEOUT_MS = 120_000;

const own = [...postsIn(FIXTURES), ...samplePosts()];
const further = CORPUS === undefined ? [] : postsIn(join(CORPUS, 'posts.jsonl'));

function samplePosts(): string[] {
  return readdirSync(SAMPLES).map((file) => readFileSync(join(SAMPLES, file), 'utf8'));
}

function postsIn(file: string): string[] {
  return readFileSync(file, 'utf8').trim().split('\n').map(contentIn);
}

function contentIn(line: string): string {
  const post: unknown = JSON.parse(line);
  if (typeof post === 'object' && post !== null && 'contentHtml' in post) {
    return String(post.contentHtml);
  }
  throw new Error(`no post: ${line.slice(0, 80)}`);
}

describe.each([
  { name: 'the fixture and sample posts', posts: own, least: 30 },
  ...(CORPUS === undefined ? [] : [{ name: `the posts in ${CORPUS}`, posts: further, least: 1 }]),
])('$name', ({ posts, least }) => {
  const batches = Array.from({ length: Math.ceil(posts.length / BATCH) }, (_, index) => ({
    from: index * BATCH,
    batch: posts.slice(index * BATCH, (index + 1) * BATCH),
  }));

  it('are complete', () => {
    expect(posts.length).toBeGreaterThanOrEqual(least);
  });

  it.each(batches)(
    'saves every post as it was opened, from post $from on',
    async ({ batch }) => {
      let content = new EditorContent('');
      const editor = new EditorController(document.createElement('div'), {
        onChange: () => {
          content.changed();
        },
        onRejected: () => undefined,
        onLinkRequested: () => undefined,
      });
      for (const html of batch) {
        content = new EditorContent(html);
        content.attach(editor);
        // The editor's MutationObserver runs in a microtask.
        await Promise.resolve();
        expect(content.read()).toBe(html);
        content.detach();
        expect(content.read()).toBe(html);
      }
    },
    TIMEOUT_MS,
  );
});
