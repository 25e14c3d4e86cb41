import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import type { BlogSummary } from '../../../shared/api/types';
import { startSession } from '../../../shared/session/session';
import { apiServer } from '../../../test/api-server';
import { renderSite } from '../../../test/render-site';
import { sampleBlog } from '../../../test/sample-blog';
import { sampleUser } from '../../../test/sample-user';

const SECTION = 3;
const UNTOUCHED = { likeCount: 0, commentCount: 0 };
const server = apiServer();

/** A server with posts, newest first, which recommends these in this order. */
function serve(posts: readonly BlogSummary[], recommended: readonly BlogSummary[] = posts) {
  const first = <Post,>(list: readonly Post[]) => list.slice(0, SECTION);
  server.get('/blogs/featured', { success: true, featuredBlogs: [] });
  server.get('/blogs/recommended', { success: true, blogs: first(recommended) });
  server.get('/blogs', {
    success: true,
    blogs: first(posts),
    total: posts.length,
    page: 1,
    totalPages: Math.ceil(posts.length / SECTION),
  });
}

function untouched(count: number): BlogSummary[] {
  return Array.from({ length: count }, (_, index) => sampleBlog(`p${index}`, { stats: UNTOUCHED }));
}

async function titlesIn(name: string): Promise<(string | null)[]> {
  const section = within(await screen.findByRole('region', { name }));
  return section.queryAllByRole('heading', { level: 3 }).map((heading) => heading.textContent);
}

async function bothLoaded() {
  await screen.findByRole('region', { name: 'Latest Posts' });
  await waitFor(() => {
    expect(screen.queryByRole('status', { name: 'Loading posts' })).not.toBeInTheDocument();
  });
}

it.each([0, 1, 3, 10])('shows none of %i posts twice that nobody has liked', async (count) => {
  serve(untouched(count));
  renderSite('/');
  await bothLoaded();
  const expected = untouched(Math.min(count, SECTION)).map(({ title }) => title);
  expect(await titlesIn('Latest Posts')).toEqual(expected);
  expect(await titlesIn('Trending Posts')).toEqual([]);
  const note = count === 0 ? /^No posts yet/u : /^Nothing stands out yet/u;
  const trending = within(screen.getByRole('region', { name: 'Trending Posts' }));
  expect(trending.getByText(note)).toBeVisible();
});

it('shows above what Latest does not hold, and what readers liked or discussed', async () => {
  const posts = untouched(4).map((post, index) =>
    index === 1 ? { ...post, stats: { likeCount: 0, commentCount: 1 } } : post,
  );
  serve(
    posts,
    [posts[1], posts[0], posts[3]].filter((post) => post !== undefined),
  );
  renderSite('/');
  await bothLoaded();
  expect(await titlesIn('Trending Posts')).toEqual(['Title of p1', 'Title of p3']);
  expect(await titlesIn('Latest Posts')).toEqual(['Title of p0', 'Title of p1', 'Title of p2']);
});

it('moves nothing when a reader likes the first of them', async () => {
  startSession('token', sampleUser());
  serve(untouched(1));
  server.use(
    http.post('*/api/blogs/p0/like', () =>
      HttpResponse.json({ success: true, isLiked: true, likeCount: 1, message: '' }),
    ),
  );
  renderSite('/');
  await userEvent.click(await screen.findByRole('button', { name: /^Like Title of p0/u }));
  expect(await screen.findByRole('button', { name: 'Like Title of p0, 1 like' })).toBeVisible();
  expect(await titlesIn('Recommended For You')).toEqual([]);
});

it('offers the categories and, to visitors, the ways in', async () => {
  serve(untouched(1));
  renderSite('/');
  const categories = within(await screen.findByRole('region', { name: 'Categories' }));
  expect(categories.getAllByRole('link')).toHaveLength(9);
  expect(categories.getByRole('link', { name: 'DevOps & Cloud' })).toHaveAttribute(
    'href',
    '/treasure?category=DevOps+%26+Cloud',
  );
  const main = within(screen.getByRole('main'));
  expect(main.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
  expect(main.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/signup');
});

it('says what the site is about', async () => {
  const meta = document.createElement('meta');
  meta.name = 'site-description';
  meta.content = 'What we build';
  document.head.append(meta);
  serve(untouched(1));
  renderSite('/');
  expect(await screen.findByText('What we build')).toBeVisible();
  meta.remove();
});
