import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RouterProvider, createMemoryRouter } from 'react-router';
import { Toaster } from 'sonner';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { Blog, BlogSummary, Comment } from '../../../shared/api/types';
import { recentlyViewedIds } from '../../../shared/recent-views';
import { cameFrom } from '../../../shared/session/login-prompt';
import { BlogPage } from './blog';

const PAGE = 50;

const scrolledTo: Element[] = [];

beforeEach(() => {
  scrolledTo.length = 0;
  Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
    scrolledTo.push(this);
  };
});

function summary(id: string, title: string): BlogSummary {
  return {
    _id: id,
    id,
    title,
    slug: id,
    excerpt: 'An excerpt',
    category: 'System Design',
    tags: ['queues', 'back pressure'],
    featuredImage: null,
    featuredImageSmall: null,
    author: {
      _id: 'a1',
      id: 'a1',
      username: 'Ada Okafor',
      name: 'Ada Okafor',
      avatar: '/avatars/admin.svg',
      profileImage: { url: '/avatars/admin.svg', name: 'Administrator', description: '' },
    },
    status: 'published',
    isFeatured: false,
    createdAt: '2026-03-04T05:06:07.000Z',
    updatedAt: '2026-03-04T05:06:07.000Z',
    stats: { likeCount: 7, commentCount: 0 },
    views: { total: 12345, unique: 800 },
    readTime: 4,
    isLiked: false,
    isBookmarked: false,
  };
}

function comment(number: number, more: Partial<Comment> = {}): Comment {
  return {
    _id: `c${number}`,
    id: `c${number}`,
    content: `Comment ${number}`,
    createdAt: '2026-03-05T05:06:07.000Z',
    isLiked: false,
    likeCount: 0,
    user: { _id: 'u1', id: 'u1', name: 'Bruno Keller', username: 'bruno', profileImage: null },
    ...more,
  };
}

const CONTENT = '<p>First words</p><h2>One</h2><h2>Two</h2><h3>Three</h3><p>x</p>';

function blog(more: Partial<Blog> = {}): Blog {
  return {
    ...summary('b1', 'Queues in practice'),
    content: CONTENT,
    comments: [],
    related: [],
    ...more,
  };
}

function blogWithComments(comments: readonly Comment[]): Blog {
  const stats = { likeCount: 7, commentCount: comments.length };
  return blog({ stats, comments: comments.slice(0, PAGE) });
}

/** A server that knows one blog and its comments. */
function serve(known: Blog | null, comments: readonly Comment[] = []) {
  return vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const url = new URL(input instanceof Request ? input.url : input);
    await Promise.resolve();
    if (known === null) {
      return Response.json({ success: false, message: 'Blog not found' }, { status: 404 });
    }
    if (url.pathname.endsWith('/view')) {
      return Response.json({ success: true });
    }
    if (url.pathname.endsWith('/comments')) {
      const page = Number(url.searchParams.get('page'));
      return Response.json({
        success: true,
        comments: comments.slice((page - 1) * PAGE, page * PAGE),
        total: comments.length,
        page,
        totalPages: Math.ceil(comments.length / PAGE),
      });
    }
    return Response.json({ success: true, blog: known });
  });
}

function open(address = '/blog/b1') {
  const user = userEvent.setup();
  const router = createMemoryRouter(
    [
      { path: 'blog/:id', element: <BlogPage /> },
      { path: '*', element: <p>Another page</p> },
    ],
    { initialEntries: [address] },
  );
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>,
  );
  return { user, router };
}

async function findTitle() {
  return screen.findByRole('heading', { level: 1, name: 'Queues in practice' });
}

function requestsTo(fetch: ReturnType<typeof serve>, path: string): Request[] {
  return fetch.mock.calls
    .map(([input]) => input)
    .filter(
      (input): input is Request => input instanceof Request && new URL(input.url).pathname === path,
    );
}

describe('the page of a blog', () => {
  it('shows the outline first, then the article', async () => {
    serve(blog({ related: [summary('b2', 'More on queues')] }));
    open();
    expect(screen.getByRole('status', { name: 'Loading the post' })).toBeInTheDocument();
    await findTitle();
    expect(screen.getAllByText('Ada Okafor')[0]).toBeVisible();
    expect(screen.getByText('4 min read')).toBeVisible();
    expect(screen.getByText('12,345 views')).toBeVisible();
    expect(screen.getByText('First words')).toBeVisible();
    expect(screen.getByRole('link', { name: 'System Design' })).toHaveAttribute(
      'href',
      '/treasure?category=System+Design',
    );
    expect(screen.getByRole('link', { name: 'back pressure' })).toHaveAttribute(
      'href',
      '/treasure?tag=back+pressure',
    );
    expect(screen.getByRole('link', { name: 'More on queues' })).toHaveAttribute(
      'href',
      '/blog/b2',
    );
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    expect(document.title).toContain('Queues in practice');
  });

  it('lists its sections once there are three', async () => {
    serve(blog());
    open();
    const contents = await screen.findByRole('navigation', { name: 'Table of contents' });
    expect(
      within(contents)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['One', 'Two', 'Three']);
    expect(within(contents).getByRole('link', { name: 'Two' })).toHaveAttribute(
      'href',
      '/blog/b1#two',
    );
  });

  it('lists no sections when there are fewer', async () => {
    serve(blog({ content: '<h2>One</h2><h2>Two</h2>' }));
    open();
    await findTitle();
    expect(screen.queryByRole('navigation', { name: 'Table of contents' })).not.toBeInTheDocument();
  });

  it('counts the view once, with the session and the device, and remembers the blog', async () => {
    const fetch = serve(blog());
    open('/blog/a-slug');
    await findTitle();
    await waitFor(() => {
      expect(requestsTo(fetch, '/api/blogs/b1/view')).toHaveLength(1);
    });
    const [view] = requestsTo(fetch, '/api/blogs/b1/view');
    const counted: unknown = await view?.clone().json();
    expect(counted).toMatchObject({ deviceType: 'desktop' });
    expect(counted).toHaveProperty('sessionId', expect.stringMatching(/^[0-9a-f]{32}$/));
    expect(recentlyViewedIds()).toEqual(['b1']);
  });

  it('counts a narrow window as a phone', async () => {
    vi.stubGlobal('innerWidth', 767);
    const fetch = serve(blog());
    open();
    await findTitle();
    const [view] = requestsTo(fetch, '/api/blogs/b1/view');
    expect(await view?.clone().json()).toMatchObject({ deviceType: 'mobile' });
  });

  it('copies its address and says so', async () => {
    serve(blog());
    const { user } = open();
    await findTitle();
    const [share] = screen.getAllByRole('button', { name: 'Share' });
    await user.click(share ?? document.body);
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible();
  });

  it.each([
    ['Like this post, 7 likes', 'Please login to like posts'],
    ['Bookmark this post', 'Please login to bookmark posts'],
  ])(
    'leads a visitor who presses "%s" to the login and remembers the place',
    async (name, message) => {
      serve(blog());
      const { user, router } = open('/blog/b1?x=1#two');
      await findTitle();
      const [button] = screen.getAllByRole('button', { name });
      await user.click(button ?? document.body);
      expect(await screen.findByText(message)).toBeVisible();
      expect(router.state.location.pathname).toBe('/login');
      expect(cameFrom(router.state.location.state)).toBe('/blog/b1?x=1#two');
    },
  );

  it('goes home when there is no page to go back to', async () => {
    serve(blog());
    const { user, router } = open();
    await findTitle();
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(router.state.location.pathname).toBe('/');
  });
});

describe('a blog that cannot be shown', () => {
  it('is not found', async () => {
    serve(null);
    const { user, router } = open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Blog not found' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Go Back' }));
    expect(router.state.location.pathname).toBe('/');
  });

  it('can be tried again after a failure', async () => {
    vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('offline'));
    const { user } = open();
    expect(await screen.findByText('Failed to fetch blog. Please try again later.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Go Back' })).toBeVisible();
    serve(blog());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await findTitle()).toBeVisible();
  });
});

describe('comments', () => {
  const MANY = Array.from({ length: 120 }, (_, index) => comment(index + 1));

  it('show who said what, with line breaks and links', async () => {
    serve(
      blogWithComments([comment(1, { content: 'Look:\nhttps://example.org/a.', likeCount: 3 })]),
    );
    const { user } = open();
    expect(await screen.findByRole('link', { name: 'Bruno Keller' })).toHaveAttribute(
      'href',
      '/profile/u1',
    );
    const link = screen.getByRole('link', { name: 'https://example.org/a' });
    expect(link).toHaveAttribute('rel', 'nofollow ugc noopener');
    await user.click(
      screen.getByRole('button', { name: 'Like the comment of Bruno Keller, 3 likes' }),
    );
    expect(await screen.findByText('Please login to like comments')).toBeVisible();
  });

  it('of a deleted account lead nowhere', async () => {
    const user = {
      _id: null,
      id: null,
      name: 'Deleted User',
      username: 'Deleted User',
      profileImage: null,
    };
    serve(blogWithComments([comment(1, { user })]));
    open();
    expect(await screen.findByText('Deleted User')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Deleted User' })).not.toBeInTheDocument();
  });

  it('come fifty at a time until all are there', async () => {
    serve(blogWithComments(MANY), MANY);
    const { user } = open();
    const more = await screen.findByRole('button', { name: 'Load more comments' });
    expect(screen.getAllByText(/^Comment \d+$/)).toHaveLength(50);
    await user.click(more);
    await waitFor(() => {
      expect(screen.getAllByText(/^Comment \d+$/)).toHaveLength(100);
    });
    await user.click(screen.getByRole('button', { name: 'Load more comments' }));
    await waitFor(() => {
      expect(screen.getAllByText(/^Comment \d+$/)).toHaveLength(120);
    });
    expect(screen.queryByRole('button', { name: 'Load more comments' })).not.toBeInTheDocument();
  });

  it('say when more could not be loaded, and can be asked for again', async () => {
    const fetch = serve(blogWithComments(MANY), MANY);
    const { user } = open();
    const more = await screen.findByRole('button', { name: 'Load more comments' });
    fetch.mockRejectedValueOnce(new TypeError('offline'));
    await user.click(more);
    expect(await screen.findByText('Failed to load comments. Please try again.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Load more comments' }));
    expect(await screen.findByText('Comment 100')).toBeVisible();
  });

  it('named by the address are loaded however old, scrolled to and marked', async () => {
    serve(blogWithComments(MANY), MANY);
    open('/blog/b1#comment-c110');
    const item = (await screen.findByText('Comment 110')).closest('li');
    expect(item).toHaveAttribute('id', 'comment-c110');
    expect(item).toHaveAttribute('data-addressed');
    expect(scrolledTo).toContain(item);
  });

  it('cannot be written by a visitor, who is led to the login', async () => {
    serve(blog());
    const { user, router } = open();
    expect(await screen.findByRole('textbox', { name: 'Add a comment' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Comment' })).toBeDisabled();
    await user.click(screen.getByRole('link', { name: 'Please login to comment' }));
    expect(router.state.location.pathname).toBe('/login');
    expect(cameFrom(router.state.location.state)).toBe('/blog/b1#comments');
  });
});
