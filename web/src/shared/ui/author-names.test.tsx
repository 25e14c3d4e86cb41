import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { renderPage } from '../../test/render-page';
import { sampleAuthor } from '../../test/sample-post';
import { AuthorNames } from './author-names';

const PEOPLE = ['Ada', 'Bo', 'Cy', 'Di'].map((name) => sampleAuthor(name.toLowerCase(), name));

function show(count: number, form?: 'full') {
  renderPage(
    <p data-testid="byline">
      <AuthorNames
        of={{ authors: PEOPLE.slice(0, count) }}
        className="name"
        {...(form && { form })}
      />
    </p>,
  );
  return screen.getByTestId('byline');
}

it('draws a single author without an element around the link', () => {
  expect(show(1).innerHTML).toBe('<a class="name" href="/author/ada" data-discover="true">Ada</a>');
});

it.each([
  [2, 'Ada and Bo'],
  [3, 'Ada, Bo and Cy'],
  [4, 'Ada, Bo and 2 others'],
])('names %i authors on a card', (count, text) => {
  const shown = show(count);
  expect(shown).toHaveTextContent(new RegExp(`^${text}$`));
  expect(shown.firstElementChild).toHaveClass('authors');
});

it('names and links all authors above the article', () => {
  expect(show(4, 'full')).toHaveTextContent(/^Ada, Bo, Cy and Di$/);
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual(['ada', 'bo', 'cy', 'di'].map((id) => `/author/${id}`));
});
