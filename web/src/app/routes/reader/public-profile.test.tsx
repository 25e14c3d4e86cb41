import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { ProfileComment, User } from '../../../shared/api/types';
import { startSession } from '../../../shared/session/session';
import { renderSite } from '../../../test/render-site';
import { sampleAdminToken, signInAdmin } from '../../../test/sample-admin';
import { sampleProfileComment } from '../../../test/sample-profile-comment';
import { sampleUser } from '../../../test/sample-user';

const PAGE = 20;
const server = setupServer();

beforeAll(() => {
  server.listen({ onUnhandledRequest: 'bypass' });
});
afterEach(() => {
  server.resetHandlers();
});
afterAll(() => {
  server.close();
});

function serve(user: User, comments: readonly ProfileComment[] = []) {
  server.use(
    http.get(`*/api/users/profile/${user._id}`, () => HttpResponse.json(user)),
    http.get(`*/api/users/${user._id}/comments`, ({ request }) => {
      const page = Number(new URL(request.url).searchParams.get('page'));
      return HttpResponse.json(comments.slice((page - 1) * PAGE, page * PAGE));
    }),
  );
}

describe('a visitor', () => {
  it('has to sign in to see a profile', async () => {
    const router = renderSite('/profile/u2');
    const dialog = await screen.findByRole('dialog', { name: 'Login Required' });
    expect(dialog).toHaveAccessibleDescription('Please login first to view user profiles.');
    expect(within(dialog).getByRole('link', { name: 'Go Home' })).toHaveAttribute('href', '/');
    await userEvent.keyboard('{Escape}');
    expect(dialog).toBeVisible();
    await userEvent.click(within(dialog).getByRole('link', { name: 'Login' }));
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/login');
    });
    expect(router.state.location.state).toEqual({ from: '/profile/u2' });
  });
});

it('opens for an administrator with their token', async () => {
  const token = sampleAdminToken();
  signInAdmin(token);
  const bo = sampleUser({ _id: 'u2', name: 'Bo' });
  serve(bo, [sampleProfileComment(1)]);
  server.use(
    http.get('*/api/users/profile/u2', ({ request }) =>
      request.headers.get('authorization') === `Bearer ${token}`
        ? HttpResponse.json(bo)
        : HttpResponse.json({}, { status: 401 }),
    ),
  );
  renderSite('/profile/u2');
  expect(await screen.findByRole('heading', { level: 1, name: 'Bo' })).toBeVisible();
  expect(await screen.findByText('Comment 1')).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

describe('a reader', () => {
  beforeEach(() => {
    startSession('token', sampleUser());
  });

  it('sees the profile and the links of another reader', async () => {
    const socialLinks = {
      website: 'example.org',
      github: 'https://github.com/bo',
      linkedin: 'http://linkedin.com/in/bo',
      x: 'https://x.com/bo',
      twitter: 'https://twitter.com/old',
    };
    serve(sampleUser({ _id: 'u2', name: 'Bo', bio: 'Writes.', email: 'bo@x.org', socialLinks }));
    renderSite('/profile/u2');
    expect(await screen.findByRole('heading', { level: 1, name: 'Bo' })).toBeVisible();
    for (const text of ['Writes.', 'bo@x.org']) {
      expect(screen.getByText(text)).toBeVisible();
    }
    expect(screen.getByText(/^Joined/)).toHaveTextContent('Joined March 2026');
    const links = within(screen.getByRole('list', { name: 'Links' })).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Website', 'https://example.org'],
      ['GitHub', 'https://github.com/bo'],
      ['LinkedIn', 'http://linkedin.com/in/bo'],
      ['X', 'https://x.com/bo'],
    ]);
    for (const link of links) {
      expect(link).toHaveAttribute('rel', 'nofollow noopener noreferrer me');
      expect(link).toHaveAttribute('target', '_blank');
    }
    expect(screen.queryByRole('link', { name: 'Edit' })).not.toBeInTheDocument();
  });

  it('sees the twitter link when there is none for X, and placeholders for empty fields', async () => {
    const socialLinks = { website: '', github: '', linkedin: '', x: '', twitter: 'x.com/bo' };
    serve(sampleUser({ _id: 'u2', bio: '', profileImage: null, socialLinks }));
    renderSite('/profile/u2');
    expect(await screen.findByText('No bio provided')).toBeVisible();
    expect(document.querySelector('.profile-avatar')).toHaveAttribute('src', '/avatars/admin.svg');
    expect(screen.getByRole('link', { name: 'X' })).toHaveAttribute('href', 'https://x.com/bo');
    expect(await screen.findByText('No comments yet')).toBeVisible();
  });

  it('sees comments, twenty at a time', async () => {
    const comments = Array.from({ length: 25 }, (_, index) => sampleProfileComment(index + 1));
    serve(sampleUser({ _id: 'u2' }), comments);
    renderSite('/profile/u2');
    expect(await screen.findByText('Comment 1')).toBeVisible();
    const [first] = screen.getAllByRole('link', { name: 'View Discussion' });
    expect(first).toHaveAttribute('href', '/blog/b1#comment-c1');
    expect(first).toHaveAccessibleDescription('Post 1');
    expect(screen.getAllByText(/^Comment \d+$/)).toHaveLength(20);
    await userEvent.click(screen.getByRole('button', { name: 'Load more' }));
    await waitFor(() => {
      expect(screen.getAllByText(/^Comment \d+$/)).toHaveLength(25);
    });
    expect(screen.queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
    expect(screen.getByText('Comment 21').closest('li')).toHaveFocus();
  });

  it('sees an edit link on their own profile', async () => {
    serve(sampleUser());
    renderSite('/profile/u1');
    expect(await screen.findByRole('link', { name: 'Edit' })).toHaveAttribute('href', '/profile');
  });

  it('sees that a reader does not exist', async () => {
    server.use(
      http.get('*/api/users/profile/u9', () =>
        HttpResponse.json(
          { success: false, code: 'not_found', message: 'User not found' },
          { status: 404 },
        ),
      ),
    );
    renderSite('/profile/u9');
    expect(await screen.findByRole('heading', { level: 1, name: 'User not found' })).toBeVisible();
  });

  it('sees an error and retries', async () => {
    serve(sampleUser({ _id: 'u2', name: 'Bo' }));
    const fail = () => HttpResponse.json({}, { status: 500 });
    server.use(
      http.get('*/api/users/profile/u2', fail, { once: true }),
      http.get('*/api/users/u2/comments', fail, { once: true }),
    );
    renderSite('/profile/u2');
    expect(await screen.findByText('Failed to fetch profile')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Bo' })).toBeVisible();
    expect(await screen.findByText('Failed to load comments. Please try again.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No comments yet')).toBeVisible();
  });
});
