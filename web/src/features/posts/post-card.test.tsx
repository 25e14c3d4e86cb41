import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';

import { renderPage } from '../../test/render-page';
import { samplePost } from '../../test/sample-post';
import { PostCard } from './post-card';

it('links the post once and its author to their page', () => {
  renderPage(<PostCard post={samplePost('a')} />);
  expect(screen.getByRole('link', { name: 'Title of a' })).toHaveAttribute('href', '/blog/a');
  const author = screen.getByRole('link', { name: 'Ada' });
  expect(author).toHaveAttribute('href', '/author/ada');
  expect(author.parentElement?.closest('a')).toBeNull();
  expect(screen.getAllByRole('link')).toHaveLength(2);
  for (const text of ['System Design', 'An excerpt', 'Ada', '7']) {
    expect(screen.getByText(text)).toBeVisible();
  }
});

it('names the community when the author is unknown', () => {
  const { author } = samplePost('a');
  renderPage(<PostCard post={samplePost('a', { author: { ...author, username: '' } })} />);
  expect(screen.getByText('Community Admins')).toBeVisible();
});

it('does not link a deleted author', () => {
  const known = samplePost('a').author;
  const author = { ...known, _id: null, id: null, slug: null, username: 'Community Admins' };
  renderPage(<PostCard post={samplePost('a', { author })} />);
  expect(screen.getByText('Community Admins')).toBeVisible();
  expect(screen.getAllByRole('link')).toHaveLength(1);
});

it.each([
  [/^Like Title of a/, 'Please login to like posts'],
  ['Bookmark Title of a', 'Please login to bookmark posts'],
])('sends a visitor who clicks %s to the login, keeping the page', async (name, message) => {
  renderPage(<PostCard post={samplePost('a')} />, '/treasure?page=2');
  await userEvent.click(screen.getByRole('button', { name }));
  expect(await screen.findByText(message)).toBeInTheDocument();
  expect(screen.getByText('at /login from {"from":"/treasure?page=2"}')).toBeVisible();
});

it('generates a cover when the picture fails to load', () => {
  renderPage(<PostCard post={samplePost('a', { featuredImage: 'https://example.org/a.png' })} />);
  const picture = document.querySelector('img.cover');
  expect(picture).toHaveAttribute('src', 'https://example.org/a.png');
  fireEvent.error(picture ?? document.body);
  expect(document.querySelector('img.cover')).not.toBeInTheDocument();
  expect(document.querySelector('svg.cover')).toBeInTheDocument();
});
