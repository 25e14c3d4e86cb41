import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { renderPage } from '../../test/render-page';
import { Pagination, shownPages } from './pagination';

describe('shownPages', () => {
  it.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 10, [1, 2, null, 10]],
    [4, 10, [1, 2, 3, 4, 5, null, 10]],
    [5, 10, [1, null, 4, 5, 6, null, 10]],
    [10, 10, [1, null, 9, 10]],
  ])('page %i of %i', (page, totalPages, shown) => {
    expect(shownPages(page, totalPages)).toEqual(shown);
  });
});

it('links every page and marks the current one', () => {
  renderPage(<Pagination page={2} totalPages={3} to={(page) => `/list?page=${page}`} />);
  expect(screen.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  expect(screen.getByRole('link', { name: 'Next page' })).toHaveAttribute('href', '/list?page=3');
  expect(screen.getByRole('link', { name: 'Previous page' })).toHaveAttribute(
    'href',
    '/list?page=1',
  );
});

it('is absent for a single page', () => {
  renderPage(<Pagination page={1} totalPages={1} to={String} />);
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
});
