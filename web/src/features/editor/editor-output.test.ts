/** Records what the editor creates, for the test of the server's sanitiser: it removes nothing of it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { rewritten } from './test/rewritten';

const TESTS = join(import.meta.dirname, '../../../../tests');
const OUTPUT = join(TESTS, 'fixtures/editor-output.json');
const TIMEOUT_MS = 120_000;

it(
  'creates the recorded HTML (to record it: vitest --update)',
  { timeout: TIMEOUT_MS },
  async () => {
    const written = [...fixturePosts(), ...hostileHtml()].map(rewritten);
    await expect(`${JSON.stringify(written, null, 1)}\n`).toMatchFileSnapshot(OUTPUT);
  },
);

function fixturePosts(): string[] {
  const lines = readFileSync(join(TESTS, 'fixtures/posts/posts.jsonl'), 'utf8').trim().split('\n');
  return lines.map((line) => (JSON.parse(line) as { contentHtml: string }).contentHtml);
}

function hostileHtml(): string[] {
  return JSON.parse(readFileSync(join(TESTS, 'hostile-html.json'), 'utf8')) as string[];
}
