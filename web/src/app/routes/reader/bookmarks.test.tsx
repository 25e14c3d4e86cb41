import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';

import { startSession } from '../../../shared/session/session';
import { renderSite } from '../../../test/render-site';
import { samplePost } from '../../../test/sample-post';
import { sampleUser } from '../../../test/sample-user';

const PAGE = 9;
const server = setupServer();
let bookmarked: string[] = [];

beforeAll(() => {
  server.listen({ onUnhandledRequest: 'bypass' });
});
beforeEach(() => {
  startSession('token', sampleUser());
  bookmarked = [];
  server.use(
    http.get('*/api/blogs/bookmarks', ({ request }) => {
      const page = Number(new URL(request.url).searchParams.get('page'));
      return HttpResponse.json({
        success: true,
        bookmarks: bookmarked
          .slice((page - 1) * PAGE, page * PAGE)
          .map((id) => samplePost(id, { isBookmarked: true })),
        total: bookmarked.length,
        page,
        totalPages: Math.ceil(bookmarked.length / PAGE),
      });
    }),
    http.post('*/api/blogs/:id/bookmark', ({ params }) => {
      const id = String(params['id']);
      const isBookmarked = !bookmarked.includes(id);
      const others = bookmarked.filter((other) => other !== id);
      bookmarked = isBookmarked ? [id, ...others] : others;
      return HttpResponse.json({ success: true, isBookmarked, message: '' });
    }),
  );
});
afterEach(() => {
  server.resetHandlers();
});
afterAll(() => {
  server.close();
});

/** Clicks Undo of the newest toast. */
async function undo() {
  const [newest] = await screen.findAllByRole('button', { name: 'Undo' });
  await userEvent.click(newest ?? document.body);
}

it('shows an empty state with a link to the posts', async () => {
  renderSite('/bookmarks');
  expect(await screen.findByText('No bookmarked blogs yet.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Explore blogs' })).toHaveAttribute('href', '/treasure');
});

it('shows nine posts a page and keeps the page in the address', async () => {
  bookmarked = Array.from({ length: 10 }, (_, index) => `post-${index}`);
  const router = renderSite('/bookmarks');
  expect(await screen.findAllByRole('article')).toHaveLength(9);
  await userEvent.click(screen.getByRole('link', { name: 'Page 2' }));
  expect(await screen.findByRole('link', { name: 'Title of post-9' })).toBeVisible();
  expect(router.state.location.search).toBe('?page=2');
});

it('removes a post with its bookmark and moves the focus to the next one', async () => {
  bookmarked = ['a', 'b', 'c'];
  renderSite('/bookmarks');
  await userEvent.click(await screen.findByRole('button', { name: 'Bookmark Title of b' }));
  await waitFor(() => {
    expect(screen.queryByText('Title of b')).not.toBeInTheDocument();
  });
  expect(screen.getAllByRole('article')).toHaveLength(2);
  expect(screen.getByRole('link', { name: 'Title of c' })).toHaveFocus();
  expect((await screen.findAllByText('Bookmark removed'))[0]).toBeInTheDocument();
});

it('restores a removed post at its position', async () => {
  bookmarked = ['a', 'b', 'c'];
  renderSite('/bookmarks');
  await userEvent.click(await screen.findByRole('button', { name: 'Bookmark Title of b' }));
  await waitFor(() => {
    expect(screen.queryByText('Title of b')).not.toBeInTheDocument();
  });
  await undo();
  const restored = await screen.findByRole('button', { name: 'Bookmark Title of b' });
  expect(restored).toHaveAttribute('aria-pressed', 'true');
  expect(
    screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent),
  ).toEqual(['Title of a', 'Title of b', 'Title of c']);
  expect(bookmarked).toEqual(['b', 'a', 'c']);
});

it('restores the only bookmark', async () => {
  bookmarked = ['a'];
  renderSite('/bookmarks');
  await userEvent.click(await screen.findByRole('button', { name: 'Bookmark Title of a' }));
  expect(await screen.findByText('No bookmarked blogs yet.')).toBeVisible();
  await undo();
  expect(await screen.findByRole('link', { name: 'Title of a' })).toBeVisible();
});

it('keeps a post when removing its bookmark fails', async () => {
  bookmarked = ['a', 'b'];
  server.use(http.post('*/api/blogs/b/bookmark', () => HttpResponse.json({}, { status: 500 })));
  renderSite('/bookmarks');
  await userEvent.click(await screen.findByRole('button', { name: 'Bookmark Title of b' }));
  expect(await screen.findByText('Failed to update bookmark')).toBeInTheDocument();
  expect(
    screen.getByRole('button', { name: 'Bookmark Title of b', pressed: true }),
  ).toBeInTheDocument();
});

it('goes to the previous page when the last one becomes empty', async () => {
  bookmarked = Array.from({ length: 10 }, (_, index) => `post-${index}`);
  const router = renderSite('/bookmarks?page=2');
  await userEvent.click(await screen.findByRole('button', { name: 'Bookmark Title of post-9' }));
  await waitFor(() => {
    expect(router.state.location.search).toBe('');
  });
  expect(await screen.findAllByRole('article')).toHaveLength(9);
});

it('shows an error when loading fails, and retries', async () => {
  bookmarked = ['a'];
  server.use(
    http.get('*/api/blogs/bookmarks', () => HttpResponse.json({}, { status: 500 }), { once: true }),
  );
  renderSite('/bookmarks');
  // Once in the page, once as a toast.
  await waitFor(() => {
    expect(screen.getAllByText('Failed to load bookmarks')).toHaveLength(2);
  });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'Title of a' })).toBeVisible();
});
