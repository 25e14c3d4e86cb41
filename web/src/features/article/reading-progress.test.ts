import { describe, expect, it } from 'vitest';

import { readPart } from './reading-progress';

const WINDOW = 800;

describe('readPart', () => {
  it.each([
    ['0 before the text begins', { top: 300, height: 2800 }, 0],
    ['0 at its first line', { top: 0, height: 2800 }, 0],
    ['0.5 in the middle', { top: -1000, height: 2800 }, 0.5],
    ['1 once its end is visible', { top: -2000, height: 2800 }, 1],
    ['1 beyond its end', { top: -5000, height: 2800 }, 1],
    ['1 for a short text that is visible', { top: 100, height: 500 }, 1],
    ['0 for a short text that is not', { top: 500, height: 500 }, 0],
  ])('is %s', (_, text, part) => {
    expect(readPart(text, WINDOW)).toBe(part);
  });
});
