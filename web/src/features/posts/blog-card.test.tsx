import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';

import { renderPage } from '../../test/render-page';
import { sampleBlog } from '../../test/sample-blog';
import { BlogCard } from './blog-card';

it('shows a blog and leads to it by one link, and to what its author wrote by another', () => {
  renderPage(<BlogCard blog={sampleBlog('a')} />);
  expect(screen.getByRole('link', { name: 'Title of a' })).toHaveAttribute('href', '/blog/a');
  const author = screen.getByRole('link', { name: 'Ada' });
  expect(author).toHaveAttribute('href', '/treasure?author=author');
  expect(author.parentElement?.closest('a')).toBeNull();
  expect(screen.getAllByRole('link')).toHaveLength(2);
  for (const text of ['System Design', 'An excerpt', 'Ada', '7']) {
    expect(screen.getByText(text)).toBeVisible();
  }
});

it('names the community where the author is not known', () => {
  const blog = sampleBlog('a');
  renderPage(<BlogCard blog={{ ...blog, author: { ...blog.author, username: '' } }} />);
  expect(screen.getByText('Community Admins')).toBeVisible();
});

it('leads to no posts of an author who is gone', () => {
  const blog = sampleBlog('a');
  const author = { ...blog.author, _id: null, id: null, username: 'Community Admins' };
  renderPage(<BlogCard blog={{ ...blog, author }} />);
  expect(screen.getByText('Community Admins')).toBeVisible();
  expect(screen.getAllByRole('link')).toHaveLength(1);
});

it.each([
  [/^Like Title of a/, 'Please login to like posts'],
  ['Bookmark Title of a', 'Please login to bookmark posts'],
])('leads a visitor who presses %s to login, remembering the place', async (name, message) => {
  renderPage(<BlogCard blog={sampleBlog('a')} />, '/treasure?page=2');
  await userEvent.click(screen.getByRole('button', { name }));
  expect(await screen.findByText(message)).toBeInTheDocument();
  expect(screen.getByText('at /login from {"from":"/treasure?page=2"}')).toBeVisible();
});

it('draws a picture of its own when the given one fails', () => {
  renderPage(<BlogCard blog={sampleBlog('a', { featuredImage: 'https://example.org/a.png' })} />);
  const picture = document.querySelector('img.cover');
  expect(picture).toHaveAttribute('src', 'https://example.org/a.png');
  fireEvent.error(picture ?? document.body);
  expect(document.querySelector('img.cover')).not.toBeInTheDocument();
  expect(document.querySelector('svg.cover')).toBeInTheDocument();
});
