import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { byline } from './byline';
import { bylineText } from './ui/byline-text';

type Case = { authors: string[]; short: string; full: string };

/** The cases that the server is tested with as well. */
const cases = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../tests/fixtures/bylines.json'), 'utf8'),
) as Case[];

it.each(cases)('names $authors as the server does', ({ authors, short, full }) => {
  expect(bylineText(authors)).toBe(short);
  expect(bylineText(authors, 'full')).toBe(full);
});

it('is tested with one to five authors', () => {
  expect(cases.map(({ authors }) => authors.length)).toEqual([1, 2, 3, 4, 5]);
});

it('names only the authors whom it does not count', () => {
  const { named, rest } = byline(['Ada', 'Bo', 'Cy', 'Di'], 'short');
  expect(named.map(({ author }) => author)).toEqual(['Ada', 'Bo']);
  expect(rest).toBe(' and 2 others');
});
