import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import type { PostSummary } from '../../../shared/api/types';
import { startSession } from '../../../shared/session/session';
import { apiServer } from '../../../test/api-server';
import { renderSite } from '../../../test/render-site';
import { samplePost } from '../../../test/sample-post';
import { sampleUser } from '../../../test/sample-user';

const SECTION = 3;
const NO_ACTIVITY = { likeCount: 0, commentCount: 0 };
const server = apiServer();

/** Mocks the API with `posts`, newest first, and the recommendations in order. */
function serve(posts: readonly PostSummary[], recommended: readonly PostSummary[] = posts) {
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

function postsWithoutActivity(count: number): PostSummary[] {
  return Array.from({ length: count }, (_, index) =>
    samplePost(`p${index}`, { stats: NO_ACTIVITY }),
  );
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

it.each([0, 1, 3, 10])('shows none of %i posts without activity twice', async (count) => {
  serve(postsWithoutActivity(count));
  renderSite('/');
  await bothLoaded();
  const expected = postsWithoutActivity(Math.min(count, SECTION)).map(({ title }) => title);
  expect(await titlesIn('Latest Posts')).toEqual(expected);
  expect(await titlesIn('Trending Posts')).toEqual([]);
  const note = count === 0 ? /^No posts yet/u : /^Nothing stands out yet/u;
  const trending = within(screen.getByRole('region', { name: 'Trending Posts' }));
  expect(trending.getByText(note)).toBeVisible();
});

it('recommends posts that are not in Latest, and posts with likes or comments', async () => {
  const posts = postsWithoutActivity(4).map((post, index) =>
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

it('keeps the order when a reader likes the first post', async () => {
  startSession('token', sampleUser());
  serve(postsWithoutActivity(1));
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

it('shows the categories and, to visitors, the sign-in links', async () => {
  serve(postsWithoutActivity(1));
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

it('shows the description of the site', async () => {
  const meta = document.createElement('meta');
  meta.name = 'site-description';
  meta.content = 'What we build';
  document.head.append(meta);
  serve(postsWithoutActivity(1));
  renderSite('/');
  expect(await screen.findByText('What we build')).toBeVisible();
  meta.remove();
});
