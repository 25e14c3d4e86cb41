import { expect, it } from 'vitest';

import { restorePictures, shortenPictures } from './picture-placeholders';

const [A, B] = ['data:image/png;base64,iVBORw0KGgo=', 'data:image/svg+xml;base64,PHN2Zz4='];

it('replaces the addresses of pictures and puts them back', () => {
  const html = `<p>a</p><img src="${A}" alt="b"><img src="${B}"><img src="${A}"><img src="/media/c.png">`;
  const { html: shortened, addresses } = shortenPictures(html);
  expect(shortened).toBe(
    '<p>a</p><img src="https://picture.invalid/1" alt="b"><img src="https://picture.invalid/2">' +
      '<img src="https://picture.invalid/1"><img src="/media/c.png">',
  );
  expect(restorePictures(shortened, addresses)).toBe(html);
});

it('tells more than nine pictures apart', () => {
  const html = Array.from({ length: 12 }, (_, index) => `<img src="${A}${index}">`).join('');
  const { html: shortened, addresses } = shortenPictures(html);
  expect(restorePictures(shortened, addresses)).toBe(html);
});

it('keeps an address of the text that looks like a placeholder', () => {
  const html = `<img src="https://picture.invalid/1"><img src="${A}">`;
  const { html: shortened, addresses } = shortenPictures(html);
  expect(restorePictures(shortened, addresses)).toBe(html);
});
