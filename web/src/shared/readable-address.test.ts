import { expect, it } from 'vitest';

import { readable } from './readable-address';

it('shows letters, and leaves the encodings that may mean something else', () => {
  for (const [address, expected] of [
    ['/%C3%BCber%20uns', '/über%20uns'],
    ['/%d0%b0', '/а'],
    ['/a%2Fb%3Fc%25d', '/a%2Fb%3Fc%25d'],
    ['/%C3x%FF', '/%C3x%FF'],
    ['https://example.org/%E6%95%B0?a=%C3%A9', 'https://example.org/数?a=é'],
    ['', ''],
  ] as const) {
    expect(readable(address)).toBe(expected);
  }
});
