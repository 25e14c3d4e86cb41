import { expect, it } from 'vitest';

import { PictureAddresses } from './picture-addresses';

const RED = 'data:image/png;base64,AAAA';
const BLUE = 'data:image/webp;base64,BBBB';

it('sends the addresses of pictures that the server has stored', () => {
  const pictures = new PictureAddresses();
  pictures.learn(
    `<p>a<img src="${RED}" alt="1 > 0"></p><img src="https://example.org/a.png"><img alt="" src="${BLUE}">`,
    '<p>a<img src="/media/0a.webp" alt="1 &gt; 0"></p><img src="https://example.org/a.png"><img alt="" src="/media/0b.webp">',
  );
  expect(
    pictures.replaceIn(`<img class="x" src="${BLUE}"><p>${RED}</p><img alt="1 > 0" src="${RED}">`),
  ).toBe(`<img class="x" src="/media/0b.webp"><p>${RED}</p><img alt="1 > 0" src="/media/0a.webp">`);
});

it('leaves pictures that it does not know', () => {
  const pictures = new PictureAddresses();
  pictures.learn(`<img src="${RED}">`, '<img src="/media/0a.webp">');
  const html = `<img src="${BLUE}"><img src="https://example.org/a.png">`;
  expect(pictures.replaceIn(html)).toBe(html);
});

it('learns nothing where the server has removed a picture', () => {
  const pictures = new PictureAddresses();
  pictures.learn(`<img src="x:y"><img src="${RED}">`, '<img src="/media/0a.webp">');
  expect(pictures.replaceIn(`<img src="${RED}">`)).toBe(`<img src="${RED}">`);
});

it('learns no address of another site', () => {
  const pictures = new PictureAddresses();
  pictures.learn(`<img src="${RED}">`, '<img src="https://example.org/a.png">');
  expect(pictures.replaceIn(`<img src="${RED}">`)).toBe(`<img src="${RED}">`);
});
