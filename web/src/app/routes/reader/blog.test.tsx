import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { recentlyViewedIds } from '../../../shared/recent-views';
import { endAdminSession, startAdminSession } from '../../../shared/session/admin-session';
import { cameFrom } from '../../../shared/session/login-prompt';
import { startSession } from '../../../shared/session/session';
import { sampleAdmin } from '../../../test/sample-admin';
import { sampleUser } from '../../../test/sample-user';
import { READING, blog, findTitle, open, requestsTo, serve, summary } from './blog.fixture';

const ADMIN_TOKEN = 'header.payload.signature';

describe('the page of a blog', () => {
  it('shows the outline first, then the article', async () => {
    serve(blog({ related: [summary('b2', 'More on queues'), summary('b3', 'Still more')] }));
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

  it('begins with its text when it has no picture', async () => {
    serve(blog());
    open();
    await findTitle();
    expect(document.querySelector('.cover')).toBeNull();
  });

  it('shows its picture where it has one', async () => {
    serve(blog({ featuredImage: '/media/0a.webp' }));
    open();
    await findTitle();
    expect(document.querySelector('.article-cover img')).toHaveAttribute('src', '/media/0a.webp');
  });

  it('shows no related post where there is only one', async () => {
    serve(blog({ related: [summary('b2', 'More on queues')] }));
    open();
    await findTitle();
    expect(screen.queryByRole('heading', { name: 'Related posts' })).not.toBeInTheDocument();
  });

  it('copies its address and says so', async () => {
    serve(blog());
    const { user } = open();
    await findTitle();
    const [share] = screen.getAllByRole('button', { name: 'Share' });
    await user.click(share ?? document.body);
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible();
  });

  describe('on a device that shares', () => {
    const share = vi.fn<Navigator['share']>();

    beforeEach(() => {
      vi.spyOn(window, 'matchMedia').mockImplementation(
        (media) =>
          ({
            media,
            matches: media === '(pointer: coarse)',
            addEventListener: () => undefined,
            removeEventListener: () => undefined,
          }) as unknown as MediaQueryList,
      );
      Object.assign(navigator, { share });
      serve(blog());
    });

    afterEach(() => {
      Reflect.deleteProperty(navigator, 'share');
    });

    async function pressShare() {
      const { user } = open();
      await findTitle();
      const [button] = screen.getAllByRole('button', { name: 'Share' });
      await user.click(button ?? document.body);
    }

    it('opens its own choice of ways', async () => {
      share.mockResolvedValue(undefined);
      await pressShare();
      expect(share).toHaveBeenCalledWith({
        title: expect.stringContaining('Queues in practice') as string,
        url: expect.stringContaining('/blog/') as string,
      });
      expect(screen.queryByRole('button', { name: 'Copied' })).not.toBeInTheDocument();
    });

    it('copies nothing for a reader who thought better of it', async () => {
      share.mockRejectedValue(new DOMException('Share canceled', 'AbortError'));
      await pressShare();
      expect(screen.queryByRole('button', { name: 'Copied' })).not.toBeInTheDocument();
    });

    it('copies the address when the device cannot share after all', async () => {
      share.mockRejectedValue(new DOMException('Not here', 'NotAllowedError'));
      await pressShare();
      expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible();
    });
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

describe('a draft', () => {
  const text = { reading: { html: '<p>Draft words</p>', headings: [] } };

  /** A server on which the blog is a draft. */
  function serveDraft() {
    const draft = { ...summary('b1', 'Queues in practice'), status: 'draft' };
    return vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
      await Promise.resolve();
      const request = input instanceof Request ? input : new Request(input);
      const { pathname } = new URL(request.url);
      const isAdmin = request.headers.get('authorization') === `Bearer ${ADMIN_TOKEN}`;
      if (isAdmin && pathname === '/api/blogs/admin/blogs/b1') {
        return Response.json({ success: true, blog: { ...draft, content: '<p>Draft words</p>' } });
      }
      if (isAdmin && pathname === '/api/blogs/preview') {
        return Response.json({ success: true, ...text });
      }
      return Response.json({ success: false, message: 'Blog not found' }, { status: 404 });
    });
  }

  it('is shown to an administrator with a banner and the way to edit it', async () => {
    startAdminSession(ADMIN_TOKEN, sampleAdmin());
    const fetch = serveDraft();
    open();
    await findTitle();
    expect(screen.getByText('Draft words')).toBeVisible();
    expect(screen.getByRole('note')).toHaveTextContent(
      'Draft. Only administrators can see this post.',
    );
    expect(screen.getByRole('link', { name: 'Edit' })).toHaveAttribute(
      'href',
      '/admin/edit-blog/b1',
    );
    for (const name of [/^Like this post/u, 'Bookmark this post', 'Share', 'Comment']) {
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
    }
    expect(requestsTo(fetch, '/api/blogs/b1/view')).toEqual([]);
    expect(recentlyViewedIds()).not.toContain('b1');
  });

  it('is gone when the administrator signs out', async () => {
    startAdminSession(ADMIN_TOKEN, sampleAdmin());
    serveDraft();
    open();
    await findTitle();
    act(endAdminSession);
    expect(await screen.findByRole('heading', { name: 'Blog not found' })).toBeVisible();
    expect(screen.queryByText('Draft words')).not.toBeInTheDocument();
  });

  it('is not found for a reader', async () => {
    startSession('token', sampleUser());
    const fetch = serveDraft();
    open();
    expect(await screen.findByRole('heading', { name: 'Blog not found' })).toBeVisible();
    expect(requestsTo(fetch, '/api/blogs/admin/blogs/b1')).toEqual([]);
  });

  it('is not found for an administrator where there is none', async () => {
    startAdminSession(ADMIN_TOKEN, sampleAdmin());
    serve(null);
    open();
    expect(await screen.findByRole('heading', { name: 'Blog not found' })).toBeVisible();
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
    const title = await findTitle();
    expect(title).toBeVisible();
    await waitFor(() => {
      expect(title).toHaveFocus();
    });
  });
});
