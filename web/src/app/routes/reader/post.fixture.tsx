/** A sample post, a mock API that serves it, and the rendered page. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RouterProvider, createMemoryRouter } from 'react-router';
import { Toasts } from '../../../shared/ui/toasts';
import { vi } from 'vitest';

import type {
  PostSummary,
  Comment,
  ReadablePost,
  Reading,
  Thread,
} from '../../../shared/api/types';
import { sampleComment } from '../../../test/sample-comment';
import { sampleAuthor } from '../../../test/sample-post';
import { PostPage } from './post';

/** The number of threads, and of replies, on a page. */
const PAGE = 20;

const AUTHOR = sampleAuthor('a1', 'Ada Okafor');

export function summary(id: string, title: string): PostSummary {
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
    author: AUTHOR,
    authors: [AUTHOR],
    status: 'published',
    isFeatured: false,
    createdAt: '2026-03-04T05:06:07.000Z',
    updatedAt: '2026-03-04T05:06:07.000Z',
    canonicalUrl: null,
    stats: { likeCount: 7, commentCount: 0 },
    views: { total: 12345, unique: 800 },
    readTime: 4,
    isLiked: false,
    isBookmarked: false,
  };
}

export function comment(number: number, changes: Partial<Comment> = {}): Comment {
  return {
    ...sampleComment(`c${number}`, { content: `Comment ${number}`, ...changes }),
  };
}

export const READING: Reading = {
  html: '<p>First words</p><h2 id="one">One</h2><h2 id="two">Two</h2><h3 id="three">Three</h3><p>x</p>',
  headings: [
    { id: 'one', text: 'One', level: 2 },
    { id: 'two', text: 'Two', level: 2 },
    { id: 'three', text: 'Three', level: 3 },
  ],
};

export function readablePost(changes: Partial<ReadablePost> = {}): ReadablePost {
  return {
    ...summary('b1', 'Queues in practice'),
    reading: READING,
    comments: [],
    commentsClosed: false,
    tagSlugs: ['queues', 'back-pressure'],
    series: null,
    related: [],
    ...changes,
  };
}

export function postWithComments(comments: readonly Comment[]): ReadablePost {
  return readablePost({ stats: { likeCount: 7, commentCount: comments.length } });
}

type Served = {
  threads?: readonly Thread[];
  held?: readonly Comment[];
  /** All replies to the first comments of threads, by its id. */
  replies?: Readonly<Record<string, readonly Comment[]>>;
  muted?: readonly { _id: string; name: string }[];
};

/** Mocks the API with one post and its threads, or 404 for `null`. */
export function serve(post: ReadablePost | null, served: Served = {}) {
  const { threads = [], held = [], replies = {}, muted = [] } = served;
  return vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const url = new URL(input instanceof Request ? input.url : input);
    await Promise.resolve();
    const missing = { success: false, code: 'not_found', message: 'Blog not found' };
    if (post === null) {
      return Response.json(missing, { status: 404 });
    }
    if (url.pathname.endsWith('/view')) {
      return Response.json({ success: true });
    }
    if (url.pathname.endsWith('/mutes')) {
      return Response.json({ success: true, users: muted });
    }
    const [, commentId = '', isReplies] =
      /^\/api\/blogs\/comments\/([^/]+)(\/replies)?$/u.exec(url.pathname) ?? [];
    if (isReplies) {
      return Response.json(pageOf('replies', replies[commentId] ?? [], url));
    }
    if (commentId !== '') {
      const place = placeOf(commentId, threads, replies);
      return place === null
        ? Response.json(missing, { status: 404 })
        : Response.json({ success: true, ...place, blog: post });
    }
    if (url.pathname.endsWith('/comments')) {
      const isHeld = url.searchParams.get('view') === 'held';
      return Response.json(pageOf('comments', isHeld ? held : inOrder(threads, url), url));
    }
    return Response.json({ success: true, blog: post });
  });
}

function inOrder(threads: readonly Thread[], url: URL): readonly Thread[] {
  return url.searchParams.get('sort') === 'oldest' ? threads.toReversed() : threads;
}

function pageOf(name: string, items: readonly Comment[], url: URL) {
  const page = Number(url.searchParams.get('page') ?? 1);
  return {
    success: true,
    [name]: items.slice((page - 1) * PAGE, page * PAGE),
    total: items.length,
    page,
    totalPages: Math.ceil(items.length / PAGE),
  };
}

function placeOf(
  id: string,
  threads: readonly Thread[],
  replies: Readonly<Record<string, readonly Comment[]>>,
) {
  const all = Object.values(replies).flat();
  const comment = [...threads, ...all].find(({ _id }) => _id === id);
  if (!comment) {
    return null;
  }
  const index = (replies[comment.rootId] ?? []).findIndex(({ _id }) => _id === id);
  return {
    comment,
    root: comment.rootId,
    page: Math.floor(threads.findIndex(({ _id }) => _id === comment.rootId) / PAGE) + 1,
    repliesPage: index < 0 ? null : Math.floor(index / PAGE) + 1,
  };
}

export function open(address = '/blog/b1') {
  const user = userEvent.setup();
  const router = createMemoryRouter(
    [
      { path: 'blog/:id', element: <PostPage /> },
      { path: '*', element: <p>Another page</p> },
    ],
    { initialEntries: [address] },
  );
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>,
  );
  return { user, router };
}

export async function findTitle() {
  return screen.findByRole('heading', { level: 1, name: 'Queues in practice' });
}

export function requestsTo(fetch: ReturnType<typeof serve>, path: string): Request[] {
  return fetch.mock.calls
    .map(([input]) => input)
    .filter(
      (input): input is Request => input instanceof Request && new URL(input.url).pathname === path,
    );
}
