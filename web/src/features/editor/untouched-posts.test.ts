/** Real posts that are opened and saved without a change. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { EditorContent } from './editor-content';
import { EditorController } from './quill/editor-controller';

const PROJECT = join(import.meta.dirname, '../../../..');
/** Three hundred posts of real blogs, which are no part of the project. */
const CORPUS = process.env['CORPUS'] ?? join(PROJECT, '../shared/corpus/posts.jsonl');
const CORPUS_POSTS = 300;
const DEMO = join(PROJECT, 'src/actions/demo/posts');
/** Posts that a test opens one after another. */
const BATCH = 25;
const TIMEOUT_MS = 120_000;

const hasCorpus = existsSync(CORPUS);
const posts = hasCorpus
  ? readFileSync(CORPUS, 'utf8').trim().split('\n').map(contentIn)
  : readdirSync(DEMO).map((file) => readFileSync(join(DEMO, file), 'utf8'));
const batches = Array.from({ length: Math.ceil(posts.length / BATCH) }, (_, index) => ({
  from: index * BATCH,
  batch: posts.slice(index * BATCH, (index + 1) * BATCH),
}));

function contentIn(line: string): string {
  const post: unknown = JSON.parse(line);
  if (typeof post === 'object' && post !== null && 'contentHtml' in post) {
    return String(post.contentHtml);
  }
  throw new Error(`no post: ${line.slice(0, 80)}`);
}

describe(hasCorpus ? 'the corpus' : `the sample posts (no corpus at ${CORPUS})`, () => {
  it('is whole', () => {
    expect(posts.length).toBeGreaterThanOrEqual(hasCorpus ? CORPUS_POSTS : 1);
  });

  it.each(batches)(
    'is saved as it was opened, from post $from on',
    async ({ batch }) => {
      let content = new EditorContent('');
      const editor = new EditorController(document.createElement('div'), {
        onChange: () => {
          content.changed();
        },
        onRefused: () => undefined,
        onLinkWanted: () => undefined,
      });
      for (const html of batch) {
        content = new EditorContent(html);
        content.attach(editor);
        // The editor follows what happens in its element a moment later.
        await Promise.resolve();
        expect(content.read()).toBe(html);
        content.detach();
        expect(content.read()).toBe(html);
      }
    },
    TIMEOUT_MS,
  );
});
