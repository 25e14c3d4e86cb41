/** Opens and saves posts: what was not edited keeps its HTML, and what is written anew keeps its words. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { PostDocument } from './html/post-document';
import { parseHtml } from './html/tree';
import { nodes, schema } from './schema/schema';
import { rewritten } from './test/rewritten';

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

const ADDED = '<p>added</p>';

function withAddedLine({ opened }: PostDocument) {
  const line = nodes.paragraph.create(null, schema.text('added'));
  return opened.copy(opened.content.addToStart(line));
}

/** The text without white space and without the links back from footnotes, which are written anew. */
function lettersOf(html: string): string {
  return parseHtml(html).textContent.replaceAll(/[\s↩]+/gu, '');
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
    'keep their HTML when a line is added, and their text when written anew, from post $from on',
    ({ batch }) => {
      for (const given of batch) {
        // As the server writes it.
        const html = parseHtml(given).innerHTML;
        const post = new PostDocument(html);
        expect(post.write(post.opened)).toBe(html);
        expect(post.write(withAddedLine(post))).toBe(ADDED + html);
        expect(lettersOf(rewritten(html))).toBe(lettersOf(html));
      }
    },
    TIMEOUT_MS,
  );
});
