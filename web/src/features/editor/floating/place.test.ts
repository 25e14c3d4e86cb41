import { expect, it } from 'vitest';

import { placeBeside } from './place';

const WINDOW = { left: 8, right: 352, top: 100, bottom: 632 };
const BOX = { width: 200, height: 40 };

function anchor(top: number, bottom: number, left = 20) {
  return { left, top, bottom };
}

it('prefers one side and takes the other without room', () => {
  expect(placeBeside(anchor(200, 300), BOX, WINDOW, 'above')).toEqual({ left: 20, top: 154 });
  expect(placeBeside(anchor(120, 300), BOX, WINDOW, 'above')).toEqual({ left: 20, top: 306 });
  expect(placeBeside(anchor(580, 600), BOX, WINDOW, 'below')).toEqual({ left: 20, top: 534 });
});

it('stays inside of the window', () => {
  expect(placeBeside(anchor(200, 220, 340), BOX, WINDOW, 'below').left).toBe(152);
  expect(placeBeside(anchor(200, 220, 0), BOX, WINDOW, 'below').left).toBe(8);
  expect(placeBeside(anchor(200, 220), { width: 500, height: 40 }, WINDOW, 'below').left).toBe(8);
});

it('keeps off the line at the caret beside a block that is higher than the window', () => {
  const block = anchor(0, 900);
  expect(placeBeside(block, BOX, WINDOW, 'above').top).toBe(100);
  expect(placeBeside(block, BOX, WINDOW, 'above', { top: 110, bottom: 130 }).top).toBe(592);
});
