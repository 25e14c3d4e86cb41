import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { renderPage } from '../../test/render-page';
import { pageIn } from '../page-in-address';
import { Pagination, numberedTitle, shownPages } from './pagination';

/** Cases that the server's tests read too. */
const cases = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../tests/fixtures/paging.json'), 'utf8'),
) as {
  pageNumbers: [string, number][];
  shownPages: [number, number, (number | null)[]][];
  titles: [string, number, string][];
};

it.each(cases.pageNumbers)('reads the page number of %j as the server does', (query, page) => {
  expect(pageIn(new URLSearchParams(query))).toBe(page);
});

it.each(cases.shownPages)('shows what the server shows for page %i of %i', (page, total, shown) => {
  expect(shownPages(page, total)).toEqual(shown);
});

it.each(cases.titles)('numbers the title %j of page %i as the server does', (title, page, text) => {
  expect(numberedTitle(title, page)).toBe(text);
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
