import { render } from '@testing-library/react';
import { expect, it } from 'vitest';

import { Marked } from './marked';

function html(text: string, ranges: number[][]) {
  return render(<Marked text={text} ranges={ranges} />).container.innerHTML;
}

it('marks the ranges and nothing else', () => {
  expect(
    html('Rust & trust', [
      [0, 4],
      [8, 4],
    ]),
  ).toBe('<mark>Rust</mark> &amp; t<mark>rust</mark>');
  expect(html('😀 Юникод', [[3, 6]])).toBe('😀 <mark>Юникод</mark>');
  expect(html('<b>', [])).toBe('&lt;b&gt;');
  expect(html('', [])).toBe('');
});
