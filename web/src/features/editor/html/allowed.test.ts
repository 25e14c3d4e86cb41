import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { isOfKind } from './allowed';

type Values = { allowed: string[]; removed: string[] };

const FIXTURES = join(import.meta.dirname, '../../../../../tests/fixtures');
const values = JSON.parse(readFileSync(join(FIXTURES, 'html-values.json'), 'utf8')) as Record<
  string,
  Values
>;

describe.each(Object.entries(values))('values of the kind %s', (kind, { allowed, removed }) => {
  it('are allowed where the server allows them', () => {
    expect(allowed.filter((value) => !isOfKind(kind, value))).toEqual([]);
  });

  it('are removed where the server removes them', () => {
    expect(removed.filter((value) => isOfKind(kind, value))).toEqual([]);
  });
});
