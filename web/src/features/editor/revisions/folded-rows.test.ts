import { expect, it } from 'vitest';

import { foldedRows } from './folded-rows';

/** `s` is an equal block, every other letter a difference. */
function fold(blocks: string, unfolded: number[] = []) {
  const rows = foldedRows(
    Array.from(blocks).map((letter) => ({ change: letter === 's' ? 'same' : 'changed' })),
    new Set(unfolded),
  );
  return rows
    .map((row) => (row.kind === 'fold' ? `[${row.start}+${row.count}]` : String(row.index)))
    .join(' ');
}

it('folds what is far from a difference', () => {
  expect(fold('ssssscssssscs')).toBe('[0+4] 4 5 6 [7+3] 10 11 12');
});

it('does not fold a few blocks', () => {
  expect(fold('ssscsssscss')).toBe('0 1 2 3 4 5 6 7 8 9 10');
});

it('shows what was unfolded', () => {
  expect(fold('ssssscssssscs', [0])).toBe('0 1 2 3 4 5 6 [7+3] 10 11 12');
});

it('folds two equal texts completely, and shows none of an empty one', () => {
  expect(fold('sssss')).toBe('[0+5]');
  expect(fold('')).toBe('');
});
