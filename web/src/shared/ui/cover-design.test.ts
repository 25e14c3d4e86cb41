import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';

import { coverDesign } from './cover-design';

type Cover = {
  title: string;
  hue: number;
  rotation: number;
  large: [number, number];
  small: [number, number, number];
  line: [number, number];
  initials: string;
};

/** Cases that the server's tests read too. */
const covers = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../tests/fixtures/covers.json'), 'utf8'),
) as Cover[];

it.each(covers)('draws the cover of $title as the server does', (cover) => {
  const { hue, turn, large, small, line, initials } = coverDesign(cover.title);
  expect({
    title: cover.title,
    hue,
    rotation: turn,
    large: [large.x, large.radius],
    small: [small.x, small.y, small.radius],
    line: [line.left, line.right],
    initials,
  }).toEqual(cover);
});

it('draws the same initials in every language of the browser', () => {
  vi.spyOn(String.prototype, 'toLocaleUpperCase').mockReturnValue('\u0130');
  expect(coverDesign('istanbul').initials).toBe('I');
});
