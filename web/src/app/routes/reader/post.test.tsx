import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { recentlyViewedIds } from '../../../shared/recent-views';
import { endAdminSession, startAdminSession } from '../../../shared/session/admin-session';
import { returnPath } from '../../../shared/session/login-prompt';
import { startSession } from '../../../shared/session/session';
import { sampleAdmin } from '../../../test/sample-admin';
import { sampleUser } from '../../../test/sample-user';
import { READING, readablePost, findTitle, open, requestsTo, serve, summary } from './post.fixture';

const ADMIN_TOKEN = 'header.payload.signature';

describe('the page of a post', () => {
  it('shows a skeleton first, then the article', async () => {
    serve(
      readablePost({ related: [summary('b2', 'More on queues'), summary('b3', 'Still more')] }),
    );
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
      '/tag/back-pressure',
    );
    expect(screen.getByRole('link', { name: 'More on queues' })).toHaveAttribute(
      'href',
      '/blog/b2',
    );
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    expect(document.title).toContain('Queues in practice');
  });

  it('lists its sections from three on', async () => {
    const fetch = serve(readablePost());
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

  it('lists no sections below three', async () => {
    serve(readablePost({ reading: { ...READING, headings: READING.headings.slice(0, 2) } }));
    open();
    await findTitle();
    expect(screen.queryByRole('navigation', { name: 'Table of contents' })).not.toBeInTheDocument();
  });

  it('counts the view once, with session and device, and adds the post to the history', async () => {
    const fetch = serve(readablePost());
    open('/blog/a-slug');
    await findTitle();
    await waitFor(() => {
      expect(requestsTo(fetch, '/api/blogs/b1/view')).toHaveLength(1);
    });
    const [view] = requestsTo(fetch, '/api/blogs/b1/view');
    const viewBody: unknown = await view?.clone().json();
    expect(viewBody).toMatchObject({ deviceType: 'desktop' });
    expect(viewBody).toHaveProperty('sessionId', expect.stringMatching(/^[0-9a-f]{32}$/));
    expect(recentlyViewedIds()).toEqual(['b1']);
  });

  it('reports a narrow window as a phone', async () => {
    vi.stubGlobal('innerWidth', 767);
    const fetch = serve(readablePost());
    open();
    await waitFor(() => {
      expect(requestsTo(fetch, '/api/blogs/b1/view')).toHaveLength(1);
    });
    const [view] = requestsTo(fetch, '/api/blogs/b1/view');
    expect(await view?.clone().json()).toMatchObject({ deviceType: 'mobile' });
  });

  it('starts with its text when it has no cover', async () => {
    serve(readablePost());
    open();
    await findTitle();
    expect(document.querySelector('.cover')).toBeNull();
  });

  it('shows its cover', async () => {
    serve(readablePost({ featuredImage: '/media/0a.webp' }));
    open();
    await findTitle();
    expect(document.querySelector('.article-cover img')).toHaveAttribute('src', '/media/0a.webp');
  });

  it('shows no related posts when there is only one', async () => {
    serve(readablePost({ related: [summary('b2', 'More on queues')] }));
    open();
    await findTitle();
    expect(screen.queryByRole('heading', { name: 'Related posts' })).not.toBeInTheDocument();
  });

  it('copies its address and confirms it', async () => {
    serve(readablePost());
    const { user } = open();
    await findTitle();
    const [share] = screen.getAllByRole('button', { name: 'Share' });
    await user.click(share ?? document.body);
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible();
  });

  describe('on a device with a share sheet', () => {
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
      serve(readablePost());
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

    it('opens the share sheet', async () => {
      share.mockResolvedValue(undefined);
      await pressShare();
      expect(share).toHaveBeenCalledWith({
        title: expect.stringContaining('Queues in practice') as string,
        url: expect.stringContaining('/blog/') as string,
      });
      expect(screen.queryByRole('button', { name: 'Copied' })).not.toBeInTheDocument();
    });

    it('copies nothing when the reader cancels', async () => {
      share.mockRejectedValue(new DOMException('Share canceled', 'AbortError'));
      await pressShare();
      expect(screen.queryByRole('button', { name: 'Copied' })).not.toBeInTheDocument();
    });

    it('copies the address when sharing fails', async () => {
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
      serve(readablePost());
      const { user, router } = open('/blog/b1?x=1#two');
      await findTitle();
      const [button] = screen.getAllByRole('button', { name });
      await user.click(button ?? document.body);
      expect(await screen.findByText(message)).toBeInTheDocument();
      await waitFor(() => {
        expect(router.state.location.pathname).toBe('/login');
      });
      expect(returnPath(router.state.location.state)).toBe('/blog/b1?x=1#two');
    },
  );

  it('goes to the home page when there is no previous page', async () => {
    serve(readablePost());
    const { user, router } = open();
    await findTitle();
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(router.state.location.pathname).toBe('/');
  });
});

describe('a draft', () => {
  const text = { reading: { html: '<p>Draft words</p>', headings: [] } };

  /** Mocks the API with a draft. */
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
      return Response.json(
        { success: false, code: 'not_found', message: 'Blog not found' },
        { status: 404 },
      );
    });
  }

  it('is shown to an administrator with a banner and an edit link', async () => {
    startAdminSession(ADMIN_TOKEN, sampleAdmin());
    const fetch = serveDraft();
    open();
    await findTitle();
    expect(screen.getByText('Draft words')).toBeVisible();
    expect(screen.getByRole('note')).toHaveTextContent(
      'Draft. Only its author, editors and administrators can see this post.',
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

  it('disappears when the administrator signs out', async () => {
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

  it("is not found for an author when it is somebody else's", async () => {
    startAdminSession(ADMIN_TOKEN, sampleAdmin({ role: 'author' }));
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
      await Promise.resolve();
      const request = input instanceof Request ? input : new Request(input);
      const isDraft = new URL(request.url).pathname === '/api/blogs/admin/blogs/b1';
      const [status, code] = isDraft ? [403, 'role_not_allowed'] : [404, 'not_found'];
      return Response.json({ success: false, code, message: 'No' }, { status });
    });
    open();
    expect(await screen.findByRole('heading', { name: 'Blog not found' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  });

  it('is not found for an administrator when it does not exist', async () => {
    startAdminSession(ADMIN_TOKEN, sampleAdmin());
    serve(null);
    open();
    expect(await screen.findByRole('heading', { name: 'Blog not found' })).toBeVisible();
  });
});

describe('a post that cannot be shown', () => {
  it('is not found', async () => {
    serve(null);
    const { user, router } = open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Blog not found' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Go Back' }));
    expect(router.state.location.pathname).toBe('/');
  });

  it('can be retried after a failure', async () => {
    vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('offline'));
    const { user } = open();
    expect(await screen.findByText('Failed to fetch blog. Please try again later.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Go Back' })).toBeVisible();
    serve(readablePost());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    const title = await findTitle();
    expect(title).toBeVisible();
    await waitFor(() => {
      expect(title).toHaveFocus();
    });
  });
});
