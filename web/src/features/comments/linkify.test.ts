import { describe, expect, it } from 'vitest';

import { linkify } from './linkify';

function linksIn(text: string): string[] {
  return linkify(text).flatMap((piece) => (piece.kind === 'link' ? [piece.text] : []));
}

describe('linkify', () => {
  it('keeps text without addresses', () => {
    expect(linkify('two\nlines')).toEqual([{ kind: 'text', text: 'two\nlines' }]);
    expect(linkify('')).toEqual([]);
  });

  it('finds addresses between words', () => {
    expect(linkify('see https://example.org/a?b=1#c now')).toEqual([
      { kind: 'text', text: 'see ' },
      { kind: 'link', text: 'https://example.org/a?b=1#c' },
      { kind: 'text', text: ' now' },
    ]);
  });

  it.each([
    ['ends a sentence https://example.org/a.', 'https://example.org/a'],
    ['really https://example.org/a?!', 'https://example.org/a'],
    ['(https://example.org/a)', 'https://example.org/a'],
    ['(see https://example.org/a).', 'https://example.org/a'],
    ['https://en.wikipedia.org/wiki/Rust_(film)', 'https://en.wikipedia.org/wiki/Rust_(film)'],
    ['(https://en.wikipedia.org/wiki/Rust_(film))', 'https://en.wikipedia.org/wiki/Rust_(film)'],
    ['[https://example.org/[a]]', 'https://example.org/[a]'],
    ['"https://example.org/a"', 'https://example.org/a'],
    ['<https://example.org/a>', 'https://example.org/a'],
    ['HTTP://EXAMPLE.ORG/A', 'HTTP://EXAMPLE.ORG/A'],
    ['https://例え.jp/道', 'https://例え.jp/道'],
  ])('finds only the address in %j', (text, address) => {
    expect(linksIn(text)).toEqual([address]);
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,<b>',
    'ftp://example.org',
    'mailto:a@example.org',
    '//example.org',
    'example.org',
    'https://',
    'http://[',
    'xhttps://example.org',
  ])('creates no link for %j', (text) => {
    expect(linksIn(text)).toEqual([]);
  });

  it('keeps all of the text', () => {
    const text = 'a https://x.org/1, (http://y.org/2) <script>https://z.org/"3"</script> ';
    expect(
      linkify(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
  });

  it.each([
    `http://a.bc/${')]}'.repeat(1_700)}`,
    `http://a.bc/${'([{'.repeat(800)}${')]}'.repeat(900)}`,
    `http://a.bc/${'.,'.repeat(2_000)}a${'.,'.repeat(490)}`,
    'http://a.bc) '.repeat(384),
    'http://'.repeat(714),
    `http://a.bc/${'.)'.repeat(2_490)}`,
  ])('takes linear time for 5,000 characters of %#', (text) => {
    linkify(text);
    const start = performance.now();
    linkify(text);
    expect(performance.now() - start).toBeLessThan(50);
  });
});
