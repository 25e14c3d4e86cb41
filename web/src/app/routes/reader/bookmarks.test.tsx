import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';

import { startSession } from '../../../shared/session/session';
import { renderSite } from '../../../test/render-site';
import { sampleBlog } from '../../../test/sample-blog';
import { sampleUser } from '../../../test/sample-user';

const PAGE = 9;
const server = setupServer();
let kept: string[] = [];

beforeAll(() => {
  server.listen({ onUnhandledRequest: 'bypass' });
});
beforeEach(() => {
  startSession('token', sampleUser());
  kept = [];
  server.use(
    http.get('*/api/blogs/bookmarks', ({ request }) => {
      const page = Number(new URL(request.url).searchParams.get('page'));
      return HttpResponse.json({
        success: true,
        bookmarks: kept
          .slice((page - 1) * PAGE, page * PAGE)
          .map((id) => sampleBlog(id, { isBookmarked: true })),
        total: kept.length,
        page,
        totalPages: Math.ceil(kept.length / PAGE),
      });
    }),
    http.post('*/api/blogs/:id/bookmark', ({ params }) => {
      const id = String(params['id']);
      const isBookmarked = !kept.includes(id);
      const others = kept.filter((other) => other !== id);
      kept = isBookmarked ? [id, ...others] : others;
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

/** Presses Undo of the newest message. */
async function undo() {
  const [newest] = await screen.findAllByRole('button', { name: 'Undo' });
  await userEvent.click(newest ?? document.body);
}

it('says that there are none, and leads to the posts', async () => {
  renderSite('/bookmarks');
  expect(await screen.findByText('No bookmarked blogs yet.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Explore blogs' })).toHaveAttribute('href', '/treasure');
});

it('shows nine to a page, and says in the address which', async () => {
  kept = Array.from({ length: 10 }, (_, index) => `post-${index}`);
  const router = renderSite('/bookmarks');
  expect(await screen.findAllByRole('article')).toHaveLength(9);
  await userEvent.click(screen.getByRole('link', { name: 'Page 2' }));
  expect(await screen.findByRole('link', { name: 'Title of post-9' })).toBeVisible();
  expect(router.state.location.search).toBe('?page=2');
});

it('lets a post go whose bookmark is taken away, and keeps the focus beside it', async () => {
  kept = ['a', 'b', 'c'];
  renderSite('/bookmarks');
  await userEvent.click(await screen.findByRole('button', { name: 'Bookmark Title of b' }));
  await waitFor(() => {
    expect(screen.queryByText('Title of b')).not.toBeInTheDocument();
  });
  expect(screen.getAllByRole('article')).toHaveLength(2);
  expect(screen.getByRole('link', { name: 'Title of c' })).toHaveFocus();
  expect((await screen.findAllByText('Bookmark removed'))[0]).toBeInTheDocument();
});

it('takes a removal back, and puts the post where it stood', async () => {
  kept = ['a', 'b', 'c'];
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
  expect(kept).toEqual(['b', 'a', 'c']);
});

it('takes the removal of the only one back', async () => {
  kept = ['a'];
  renderSite('/bookmarks');
  await userEvent.click(await screen.findByRole('button', { name: 'Bookmark Title of a' }));
  expect(await screen.findByText('No bookmarked blogs yet.')).toBeVisible();
  await undo();
  expect(await screen.findByRole('link', { name: 'Title of a' })).toBeVisible();
});

it('keeps a post whose bookmark could not be taken away', async () => {
  kept = ['a', 'b'];
  server.use(http.post('*/api/blogs/b/bookmark', () => HttpResponse.json({}, { status: 500 })));
  renderSite('/bookmarks');
  await userEvent.click(await screen.findByRole('button', { name: 'Bookmark Title of b' }));
  expect(await screen.findByText('Failed to update bookmark')).toBeInTheDocument();
  expect(
    screen.getByRole('button', { name: 'Bookmark Title of b', pressed: true }),
  ).toBeInTheDocument();
});

it('goes to the page before when the last one has become empty', async () => {
  kept = Array.from({ length: 10 }, (_, index) => `post-${index}`);
  const router = renderSite('/bookmarks?page=2');
  await userEvent.click(await screen.findByRole('button', { name: 'Bookmark Title of post-9' }));
  await waitFor(() => {
    expect(router.state.location.search).toBe('');
  });
  expect(await screen.findAllByRole('article')).toHaveLength(9);
});

it('says that they could not be loaded, and tries again', async () => {
  kept = ['a'];
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
