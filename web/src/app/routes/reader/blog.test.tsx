import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { recentlyViewedIds } from '../../../shared/recent-views';
import { cameFrom } from '../../../shared/session/login-prompt';
import { READING, blog, findTitle, open, requestsTo, serve, summary } from './blog.fixture';

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
    const fetch = serve(blog());
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
    expect(new URL(requestsTo(fetch, '/api/blogs/b1')[0]?.url ?? '').search).toBe(
      '?fields=reading',
    );
  });

  it('lists no sections when there are fewer', async () => {
    serve(blog({ reading: { ...READING, headings: READING.headings.slice(0, 2) } }));
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
      expect(await screen.findByText(message)).toBeInTheDocument();
      await waitFor(() => {
        expect(router.state.location.pathname).toBe('/login');
      });
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
