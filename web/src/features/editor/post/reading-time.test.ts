import { expect, it } from 'vitest';

import { readMinutes } from './reading-time';

it.each([
  [0, 0],
  [1, 1],
  [1_000, 1],
  [1_001, 2],
  [7_508, 8],
])('counts a minute for every thousand characters, rounded up: %i', (length, minutes) => {
  expect(readMinutes('😀'.repeat(length))).toBe(minutes);
});

it('counts an embedded picture as the address that it gets', () => {
  expect(readMinutes(`<p><img src="data:image/png;base64,${'A'.repeat(50_000)}"></p>`)).toBe(1);
});
