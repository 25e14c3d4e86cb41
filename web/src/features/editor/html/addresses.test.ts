import { expect, it } from 'vitest';

import { isPicture, linkFrom, pictureFrom, playerFrom } from './addresses';

it.each([
  ['https://example.org/a?b#c', 'https://example.org/a?b#c'],
  [' http://example.org ', 'http://example.org'],
  ['example.org', 'https://example.org'],
  ['example.org/a/b', 'https://example.org/a/b'],
  ['a@example.org', 'mailto:a@example.org'],
  ['mailto:a@example.org', 'mailto:a@example.org'],
  ['tel:+49123', 'tel:+49123'],
  ['/blog/x', '/blog/x'],
  ['#part', '#part'],
])('accepts %j as a link', (text, address) => {
  expect(linkFrom(text)).toBe(address);
});

it.each([
  '',
  'javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,x',
  'sms:1',
  'ftp://example.org',
  '//example.org',
  '/\\example.org',
  'two words',
])('rejects %j as a link', (text) => {
  expect(linkFrom(text)).toBeNull();
});

it.each([
  ['https://www.youtube.com/watch?v=abc-_1&list=x', 'https://www.youtube.com/embed/abc-_1'],
  ['youtube.com/watch?v=abc', 'https://www.youtube.com/embed/abc'],
  ['https://youtu.be/abc?t=1m30s', 'https://www.youtube.com/embed/abc?start=90'],
  ['https://m.youtube.com/shorts/abc', 'https://www.youtube.com/embed/abc'],
  ['https://www.youtube.com/live/abc?start=5', 'https://www.youtube.com/embed/abc?start=5'],
  ['https://www.youtube.com/embed/abc?start=3', 'https://www.youtube.com/embed/abc?start=3'],
  ['https://www.youtube-nocookie.com/embed/abc', 'https://www.youtube-nocookie.com/embed/abc'],
  ['https://vimeo.com/123', 'https://player.vimeo.com/video/123'],
  ['https://vimeo.com/123/ab12', 'https://player.vimeo.com/video/123?h=ab12'],
  ['https://vimeo.com/channels/staff/123', 'https://player.vimeo.com/video/123'],
  ['https://player.vimeo.com/video/123', 'https://player.vimeo.com/video/123'],
])('returns the player address of %j', (text, player) => {
  expect(playerFrom(text)).toBe(player);
});

it.each([
  '',
  'abc',
  'https://example.org/watch?v=abc',
  'https://www.youtube.com/',
  'https://www.youtube.com/embed/../redirect?q=x',
  'https://www.youtube.com.evil.example/embed/abc',
  'https://user@www.youtube.com/embed/abc',
  'https://www.youtube.com:444/watch?v=abc',
  'javascript:alert(1)',
])('returns no player for %j', (text) => {
  expect(playerFrom(text)).toBeNull();
});

it('accepts pictures from the web, from this site and from files', () => {
  expect(pictureFrom(' https://example.org/a.png ')).toBe('https://example.org/a.png');
  expect(pictureFrom('/media/0a.webp')).toBe('/media/0a.webp');
  expect(isPicture('data:image/x-icon;base64,AAAA')).toBe(true);
  expect(isPicture('data:image/svg+xml;base64,AAAA')).toBe(false);
  expect(pictureFrom('/avatars/a.svg')).toBeNull();
  expect(pictureFrom('file:///a.png')).toBeNull();
  expect(pictureFrom('blob:https://example.org/1')).toBeNull();
});
