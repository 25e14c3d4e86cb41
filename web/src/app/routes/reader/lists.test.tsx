import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';

import { rememberView } from '../../../shared/recent-views';
import { gate } from '../../../test/gate';
import { renderPage } from '../../../test/render-page';
import { samplePost } from '../../../test/sample-post';
import { RecentPage } from './recent';
import { TreasurePage } from './treasure';
import { TrendingPage } from './trending';

const server = setupServer();
const requested: string[] = [];

beforeAll(() => {
  server.listen({ onUnhandledRequest: 'error' });
  server.events.on('request:start', ({ request }) => {
    requested.push(request.url.slice(request.url.indexOf('/api')));
  });
});
afterEach(() => {
  server.resetHandlers();
  requested.length = 0;
  window.history.replaceState(null, '', '/');
});
afterAll(() => {
  server.close();
});

function posts(titles: string[], totalPages = 1) {
  return HttpResponse.json({
    success: true,
    blogs: titles.map((title) => samplePost(title, { title })),
    total: titles.length,
    page: 1,
    totalPages,
  });
}

it('treasure requests the list that its address describes', async () => {
  server.use(http.get('*/api/blogs', () => posts(['Found'], 4)));
  renderPage(<TreasurePage />, '/treasure?search=go&category=Other&sort=likes&page=2');
  expect(await screen.findByRole('link', { name: 'Found' })).toBeVisible();
  expect(requested[0]).toBe('/api/blogs?search=go&category=Other&sort=likes&page=2&limit=9');
  expect(screen.getByRole('searchbox')).toHaveValue('go');
  expect(screen.getByLabelText('Sort by')).toHaveDisplayValue('Most viewed');
  const third = screen.getByRole('link', { name: 'Page 3' });
  expect(third).toHaveAttribute('href', '/treasure?search=go&category=Other&sort=likes&page=3');
});

const { author: ADA } = samplePost('a');

function postsOfAda(titles: string[]) {
  return HttpResponse.json({
    success: true,
    blogs: titles.map((title) => samplePost(title, { title })),
    total: titles.length,
    page: 1,
    totalPages: 2,
    author: ADA,
  });
}

it('treasure shows the posts of an author, filters them and links back to all posts', async () => {
  server.use(http.get('*/api/blogs', () => postsOfAda(['By Ada'])));
  // A change of the filters reads the address of the window.
  window.history.replaceState(null, '', '/treasure?author=author');
  const router = renderPage(<TreasurePage />, '/treasure?author=author');
  expect(await screen.findByRole('heading', { level: 1, name: 'Posts by Ada' })).toBeVisible();
  expect(requested[0]).toBe('/api/blogs?author=author&page=1&limit=9');
  expect(document.title).toMatch(/^Posts by Ada · /u);
  expect(screen.getByRole('link', { name: 'Page 2' })).toHaveAttribute(
    'href',
    '/treasure?author=author&page=2',
  );
  await userEvent.selectOptions(screen.getByLabelText('Category'), 'Other');
  expect(router.state.location.search).toBe('?author=author&category=Other');
  expect(document.title).toMatch(/^Other · Posts by Ada · /u);
  await userEvent.click(screen.getByRole('link', { name: 'All posts' }));
  expect(router.state.location.search).toBe('');
  expect(screen.getByRole('heading', { level: 1, name: 'Blog Treasure' })).toHaveFocus();
});

it('treasure shows the name of an author at once when the previous list contained it', async () => {
  const pending = gate();
  server.use(
    http.get('*/api/blogs', async ({ request }) => {
      if (new URL(request.url).searchParams.has('author')) {
        await pending.opened;
      }
      return posts(['Anything']);
    }),
  );
  renderPage(<TreasurePage />, '/treasure');
  await userEvent.click(await screen.findByRole('link', { name: 'Ada' }));
  expect(screen.getByRole('heading', { level: 1, name: 'Posts by Ada' })).toHaveFocus();
  pending.open();
});

it('treasure shows that an author is unknown', async () => {
  server.use(http.get('*/api/blogs', () => posts([])));
  renderPage(<TreasurePage />, '/treasure?author=nobody');
  expect(await screen.findByText('This author is not known here')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Posts by this author' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Show all posts' })).toHaveAttribute('href', '/treasure');
});

it('treasure shows an empty list for a query that the server rejects, as the server does', async () => {
  const invalid = { success: false, code: 'validation_failed', message: 'x', errors: {} };
  server.use(http.get('*/api/blogs', () => HttpResponse.json(invalid, { status: 400 })));
  renderPage(<TreasurePage />, '/treasure?author=Ada');
  expect(await screen.findByText('This author is not known here')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
});

it('a list falls back to the public one when the token is refused', async () => {
  server.use(
    http.get('*/api/blogs', () =>
      HttpResponse.json({ success: false, code: 'unauthorized', message: 'x' }, { status: 401 }),
    ),
    http.get('*/api/blogs/public', () => posts(['Public'])),
  );
  renderPage(<TreasurePage />, '/treasure');
  expect(await screen.findByRole('link', { name: 'Public' })).toBeVisible();
});

it('treasure distinguishes an empty result from a page past the end', async () => {
  server.use(http.get('*/api/blogs', () => posts([])));
  renderPage(<TreasurePage />, '/treasure?search=nothing');
  expect(await screen.findByText('No blogs found matching your criteria')).toBeVisible();
});

it('treasure suggests similar words and the categories for an empty result', async () => {
  server.use(
    http.get('*/api/blogs', () =>
      HttpResponse.json({
        success: true,
        blogs: [],
        total: 0,
        page: 1,
        totalPages: 0,
        suggestions: ['rust async'],
      }),
    ),
  );
  renderPage(<TreasurePage />, '/treasure?search=rast+async&sort=oldest');
  expect(await screen.findByRole('link', { name: 'rust async' })).toHaveAttribute(
    'href',
    '/treasure?search=rust+async&sort=oldest',
  );
  const categories = screen.getByRole('navigation', { name: 'Categories' });
  expect(within(categories).getByRole('link', { name: 'System Design' })).toHaveAttribute(
    'href',
    '/treasure?category=System+Design',
  );
});

it('treasure marks what a search points at, and shows the text around it', async () => {
  const highlights = {
    title: [[0, 4]],
    text: {
      snippet: '…all about Rust and trust.',
      ranges: [
        [11, 4],
        [21, 4],
      ],
    },
  };
  server.use(
    http.get('*/api/blogs', () =>
      HttpResponse.json({
        success: true,
        blogs: [samplePost('a', { title: 'Rust & more', highlights })],
        total: 1,
        page: 1,
        totalPages: 1,
      }),
    ),
  );
  renderPage(<TreasurePage />, '/treasure?search=rust');
  const link = await screen.findByRole('link', { name: 'Rust & more' });
  expect(link.innerHTML).toBe('<mark>Rust</mark> &amp; more');
  const marked = [...screen.getByRole('article').querySelectorAll('.card-excerpt mark')];
  expect(marked.map(({ textContent }) => textContent)).toEqual(['Rust', 'rust']);
  expect(screen.queryByText('An excerpt')).not.toBeInTheDocument();
});

it('treasure tells of authors and of similar words above the results', async () => {
  server.use(
    http.get('*/api/blogs', () =>
      HttpResponse.json({
        success: true,
        blogs: [samplePost('a')],
        total: 1,
        page: 1,
        totalPages: 1,
        suggestions: ['kubernetes'],
        hasSimilarWords: true,
        namedAuthors: [ADA],
      }),
    ),
  );
  renderPage(<TreasurePage />, '/treasure?search=kubernets');
  expect(await screen.findByText(/No post has all of these words/u)).toBeVisible();
  expect(screen.getByRole('link', { name: 'kubernetes' })).toHaveAttribute(
    'href',
    '/treasure?search=kubernetes',
  );
  const [author] = screen.getAllByRole('link', { name: 'Ada' });
  expect(author).toHaveAttribute('href', '/author/ada');
  expect(author?.parentElement).toHaveTextContent('Author: Ada');
});

it('treasure explains operators', async () => {
  server.use(http.get('*/api/blogs', () => posts(['Anything'])));
  renderPage(<TreasurePage />, '/treasure');
  await userEvent.click(screen.getByText('Search tips'));
  expect(screen.getByText('author:ada')).toBeVisible();
});

it('a failed list shows an error and can be retried', async () => {
  server.use(http.get('*/api/blogs', () => HttpResponse.json({}, { status: 500 }), { once: true }));
  renderPage(<TreasurePage />, '/treasure');
  expect(await screen.findByText('Failed to fetch blogs. Please try again later.')).toBeVisible();
  server.use(http.get('*/api/blogs', () => posts(['Back again'])));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  const link = await screen.findByRole('link', { name: 'Back again' });
  expect(link).toBeVisible();
  await waitFor(() => {
    expect(document.activeElement).toContainElement(link);
  });
  expect(document.activeElement).not.toBe(document.body);
});

it('a second failure keeps the focus at the retry button', async () => {
  server.use(http.get('*/api/blogs', () => HttpResponse.json({}, { status: 500 })));
  renderPage(<TreasurePage />, '/treasure');
  const first = await screen.findByRole('button', { name: 'Try again' });
  await userEvent.click(first);
  await waitFor(() => {
    expect(first).not.toBeInTheDocument();
  });
  const second = await screen.findByRole('button', { name: 'Try again' });
  await waitFor(() => {
    expect(document.activeElement).toContainElement(second);
  });
  expect(document.activeElement).not.toBe(document.body);
});

it('a failure keeps its message when the connection is lost', async () => {
  server.use(http.get('*/api/blogs', () => HttpResponse.json({}, { status: 500 })));
  renderPage(<TreasurePage />, '/treasure');
  const message = await screen.findByText('Failed to fetch blogs. Please try again later.');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => {
    window.dispatchEvent(new Event('offline'));
  });
  expect(message).toHaveTextContent('Failed to fetch blogs. Please try again later.');
  act(() => {
    window.dispatchEvent(new Event('online'));
  });
});

it('trending shows an empty state, and an error when loading fails', async () => {
  const empty = { success: true, trendingBlogs: [], total: 0, page: 1, totalPages: 0 };
  server.use(
    http.get('*/api/blogs/trending', () => HttpResponse.json({}, { status: 500 }), { once: true }),
  );
  renderPage(<TrendingPage />, '/trending');
  expect(await screen.findByText('Failed to fetch trending blogs')).toBeVisible();
  server.use(http.get('*/api/blogs/trending', () => HttpResponse.json(empty)));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No trending blogs found')).toBeVisible();
});

it('trending shows the posts of the span of time in its address', async () => {
  server.use(
    http.get('*/api/blogs/trending', ({ request }) => {
      const window = new URL(request.url).searchParams.get('window') ?? 'now';
      const trendingBlogs = [samplePost(window, { title: `Of ${window}` })];
      return HttpResponse.json({ success: true, trendingBlogs, total: 19, page: 2, totalPages: 3 });
    }),
  );
  const router = renderPage(<TrendingPage />, '/trending?window=week&page=2');
  expect(await screen.findByRole('link', { name: 'Of week' })).toBeVisible();
  expect(requested[0]).toBe('/api/blogs/trending?window=week&page=2&limit=9');
  expect(document.title).toMatch(/^Trending: Week – Page 2 · /u);
  const spans = within(screen.getByRole('navigation', { name: 'Span of time' }));
  expect(spans.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Now',
    'Day',
    'Week',
    'Month',
    'All time',
  ]);
  expect(spans.getByRole('link', { current: 'page' })).toHaveTextContent('Week');
  expect(screen.getByRole('link', { name: 'Page 3' })).toHaveAttribute(
    'href',
    '/trending?window=week&page=3',
  );
  await userEvent.click(spans.getByRole('link', { name: 'Now' }));
  expect(await screen.findByRole('link', { name: 'Of now' })).toBeVisible();
  expect(router.state.location.search).toBe('');
  expect(document.title).toMatch(/^Trending · /u);
});

it('trending takes an unknown span of time for now, as the server does', async () => {
  const found = {
    success: true,
    trendingBlogs: [samplePost('a')],
    total: 1,
    page: 1,
    totalPages: 1,
  };
  server.use(http.get('*/api/blogs/trending', () => HttpResponse.json(found)));
  renderPage(<TrendingPage />, '/trending?window=year');
  expect(await screen.findByRole('article')).toBeVisible();
  expect(requested[0]).toBe('/api/blogs/trending?page=1&limit=9');
  expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent('Now');
});

it('recent keeps its posts when loading more fails', async () => {
  ['a', 'b', 'c', 'd'].forEach((id) => {
    rememberView(id);
  });
  const page = (ids: string[], number: number, hasMore: boolean) =>
    HttpResponse.json({
      success: true,
      blogs: ids.map((id) => samplePost(id)),
      hasMore,
      total: 4,
      page: number,
      totalPages: 2,
    });
  server.use(
    http.post('*/api/blogs/recently-viewed', () => page(['d', 'c', 'b'], 1, true), { once: true }),
  );
  renderPage(<RecentPage />, '/recent');
  await waitFor(() => {
    expect(screen.getAllByRole('article')).toHaveLength(3);
  });
  server.use(
    http.post('*/api/blogs/recently-viewed', () =>
      HttpResponse.json(
        { success: false, code: 'service_unavailable', message: 'Not now' },
        { status: 503 },
      ),
    ),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Load More' }));
  expect(await screen.findByText('Not now')).toBeVisible();
  expect(screen.getAllByRole('article')).toHaveLength(3);
  server.use(http.post('*/api/blogs/recently-viewed', () => page(['a'], 2, false)));
  await userEvent.click(screen.getByRole('button', { name: 'Load More' }));
  await waitFor(() => {
    expect(screen.getAllByRole('article')).toHaveLength(4);
  });
});
