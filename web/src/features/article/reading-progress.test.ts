import { describe, expect, it } from 'vitest';

import { readPart } from './reading-progress';

const WINDOW = 800;

describe('readPart', () => {
  it.each([
    ['nothing before the text begins', { top: 300, height: 2800 }, 0],
    ['nothing at its first line', { top: 0, height: 2800 }, 0],
    ['half in the middle', { top: -1000, height: 2800 }, 0.5],
    ['all once its end is in sight', { top: -2000, height: 2800 }, 1],
    ['all beyond its end', { top: -5000, height: 2800 }, 1],
    ['all of a short text that is in sight', { top: 100, height: 500 }, 1],
    ['nothing of a short text that is not', { top: 500, height: 500 }, 0],
  ])('is %s', (_, text, part) => {
    expect(readPart(text, WINDOW)).toBe(part);
  });
});
