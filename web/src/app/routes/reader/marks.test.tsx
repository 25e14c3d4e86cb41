import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { SESSION_ENDED } from '../../../shared/session/ended-session';
import { currentSession, startSession } from '../../../shared/session/session';
import { gate } from '../../../test/gate';
import { renderSite } from '../../../test/render-site';
import { samplePost } from '../../../test/sample-post';
import { sampleUser } from '../../../test/sample-user';

const LIKE = 'Like Title of a, 7 likes';
const LIKED = 'Like Title of a, 8 likes';
const BOOKMARK = 'Bookmark Title of a';

const a = samplePost('a');
const list = { success: true, total: 1, page: 1, totalPages: 1 };
const server = setupServer();

beforeAll(() => {
  server.listen({ onUnhandledRequest: 'bypass' });
});
beforeEach(() => {
  server.use(
    http.get('*/api/blogs', () => HttpResponse.json({ ...list, blogs: [a] })),
    http.get('*/api/blogs/recommended', () => HttpResponse.json({ success: true, blogs: [a] })),
    http.get('*/api/blogs/featured', () => HttpResponse.json({ ...list, featuredBlogs: [] })),
    http.get('*/api/blogs/trending', () => HttpResponse.json({ ...list, trendingBlogs: [a] })),
    http.get('*/api/blogs/a', () => {
      const post = {
        ...a,
        reading: { html: '<p>Text</p>', headings: [] },
        comments: [],
        related: [samplePost('b')],
      };
      return HttpResponse.json({ success: true, blog: post });
    }),
    http.post('*/api/blogs/a/view', () => HttpResponse.json({ success: true })),
  );
});
afterEach(() => {
  server.resetHandlers();
});
afterAll(() => {
  server.close();
});

function refuse(mark: 'like' | 'bookmark', status: number, body: Record<string, unknown> = {}) {
  server.use(http.post(`*/api/blogs/a/${mark}`, () => HttpResponse.json(body, { status })));
}

describe('a reader', () => {
  beforeEach(() => {
    startSession('token', sampleUser());
  });

  it('sees a like at once on every card of the post and on later pages', async () => {
    const pending = gate();
    server.use(
      http.post('*/api/blogs/a/like', async () => {
        await pending.opened;
        return HttpResponse.json({ success: true, isLiked: true, likeCount: 12, message: 'Liked' });
      }),
    );
    renderSite('/');
    const recommended = await screen.findByRole('region', { name: 'Recommended For You' });
    await userEvent.click(await within(recommended).findByRole('button', { name: LIKE }));
    const liked = await screen.findAllByRole('button', { name: LIKED, pressed: true });
    expect(liked).toHaveLength(2);
    pending.open();
    await waitFor(() => {
      expect(screen.getAllByRole('button', { name: 'Like Title of a, 12 likes' })).toHaveLength(2);
    });
    await userEvent.click(within(recommended).getByRole('link', { name: 'Title of a' }));
    await screen.findByRole('heading', { level: 1, name: 'Title of a' });
  });

  it('bookmarks and likes the open post', async () => {
    server.use(
      http.post('*/api/blogs/a/like', () =>
        HttpResponse.json({ success: true, isLiked: true, likeCount: 8, message: 'Liked' }),
      ),
      http.post('*/api/blogs/a/bookmark', () =>
        HttpResponse.json({ success: true, isBookmarked: true, message: 'Bookmarked' }),
      ),
    );
    renderSite('/blog/a');
    const [bookmark] = await screen.findAllByRole('button', { name: 'Bookmark this post' });
    await userEvent.click(bookmark ?? document.body);
    const [like] = screen.getAllByRole('button', { name: 'Like this post, 7 likes' });
    await userEvent.click(like ?? document.body);
    // The buttons above the text and those below it.
    expect(
      await screen.findAllByRole('button', { name: 'Bookmark this post', pressed: true }),
    ).toHaveLength(2);
    expect(
      await screen.findAllByRole('button', { name: 'Like this post, 8 likes', pressed: true }),
    ).toHaveLength(2);
  });

  it.each([
    ['like', LIKE, 'Failed to update like'],
    ['bookmark', BOOKMARK, 'Failed to update bookmark'],
  ] as const)('sees an error and a reverted state when the %s fails', async (mark, name, text) => {
    refuse(mark, 500);
    renderSite('/treasure');
    await userEvent.click(await screen.findByRole('button', { name }));
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(screen.getByRole('button', { name, pressed: false })).toBeVisible();
  });

  it('sees the message of the server if there is one', async () => {
    refuse('like', 429, {
      success: false,
      code: 'too_many_requests',
      message: 'Too many requests',
    });
    renderSite('/treasure');
    await userEvent.click(await screen.findByRole('button', { name: LIKE }));
    expect(await screen.findByText('Too many requests')).toBeInTheDocument();
  });

  it('is asked to sign in again when the session has ended', async () => {
    refuse('bookmark', 401, { success: false, code: 'unauthorized', message: 'Not signed in' });
    const router = renderSite('/treasure?sort=oldest');
    await userEvent.click(await screen.findByRole('button', { name: BOOKMARK }));
    expect(await screen.findByText('Please login to bookmark posts')).toBeInTheDocument();
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/login');
    });
    expect(router.state.location.state).toEqual({ from: '/treasure?sort=oldest' });
    expect(currentSession()).toBeNull();
    expect(await screen.findByRole('heading', { name: 'Login' })).toBeVisible();
    expect(screen.queryByText(SESSION_ENDED)).not.toBeInTheDocument();
  });

  it('is led to onboarding when the profile is incomplete', async () => {
    startSession('token', sampleUser({ onboarded: false }));
    refuse('like', 403, { success: false, code: 'not_onboarded', message: 'First your profile' });
    const router = renderSite('/treasure');
    await userEvent.click(await screen.findByRole('button', { name: LIKE }));
    expect(await screen.findByText('First your profile')).toBeInTheDocument();
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/onboarding');
    });
  });
});

it('titles the first section of the home page for the viewer', async () => {
  renderSite('/');
  expect(await screen.findByRole('heading', { name: 'Trending Posts' })).toBeVisible();
  expect(screen.queryByText('Recommended For You')).not.toBeInTheDocument();
});
