import { expect, it } from 'vitest';

import { picturesWithoutAlternative } from './pictures-without-alternative';

it('finds pictures without alternative text, but for those marked as decoration', () => {
  const html =
    '<p><img src="/a.png"> <img src="/b.png" alt=""></p><figure><img src="/c.png" alt="A chart"></figure><ul><li><img src="/d.png" title="alt=x"></li></ul>';
  expect(picturesWithoutAlternative(html)).toEqual([0, 3]);
  expect(picturesWithoutAlternative('<p>No picture</p>')).toEqual([]);
});
