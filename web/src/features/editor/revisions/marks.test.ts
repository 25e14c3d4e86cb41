import { expect, it } from 'vitest';

import { segmentsOf } from './marks';

it('marks words, also beside characters of two units', () => {
  expect(
    segmentsOf('😀 old words here', [
      { start: 13, end: 17 },
      { start: 3, end: 6 },
    ]),
  ).toEqual([
    { text: '😀 ', isMarked: false },
    { text: 'old', isMarked: true },
    { text: ' words ', isMarked: false },
    { text: 'here', isMarked: true },
  ]);
});

it('loses and repeats nothing, whatever the ranges are', () => {
  const segments = segmentsOf('words', [
    { start: 1, end: 3 },
    { start: 2, end: 4 },
    { start: 4, end: 99 },
    { start: 50, end: 60 },
  ]);
  expect(segments.map(({ text }) => text).join('')).toBe('words');
  expect(segmentsOf('', [{ start: 0, end: 1 }])).toEqual([]);
  expect(segmentsOf('words', [])).toEqual([{ text: 'words', isMarked: false }]);
});
