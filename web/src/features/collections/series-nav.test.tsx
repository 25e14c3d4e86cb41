import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import type { SeriesPlace } from '../../shared/api/types';
import { renderPage } from '../../test/render-page';
import { SeriesNav } from './series-nav';

const MIDDLE: SeriesPlace = {
  _id: 's1',
  id: 's1',
  slug: 'queues',
  title: 'Queues',
  position: 2,
  total: 3,
  previous: { _id: 'b1', id: 'b1', slug: 'one', title: 'One' },
  next: { _id: 'b3', id: 'b3', slug: 'three', title: 'Three' },
};

function links() {
  return screen
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('rel')]);
}

it('leads to the posts before and after, and to the series', () => {
  renderPage(<SeriesNav place={MIDDLE} />);
  expect(screen.getByRole('navigation', { name: 'Queues' })).toBeVisible();
  expect(screen.getByText('Part 2 of 3')).toBeVisible();
  expect(links()).toEqual([
    ['Queues', '/series/queues', null],
    ['PreviousOne', '/blog/one', 'prev'],
    ['NextThree', '/blog/three', 'next'],
  ]);
});

it('has nothing before the first post and nothing after the last', () => {
  renderPage(<SeriesNav place={{ ...MIDDLE, position: 1, previous: null }} />);
  expect(links().map(([text]) => text)).toEqual(['Queues', 'NextThree']);
});

it('draws no list for a post that is alone', () => {
  renderPage(
    <SeriesNav place={{ ...MIDDLE, position: 1, total: 1, previous: null, next: null }} />,
  );
  expect(screen.queryByRole('list')).not.toBeInTheDocument();
});
