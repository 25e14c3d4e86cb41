import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { startSession } from '../../../shared/session/session';
import { sampleThread } from '../../../test/sample-comment';
import { sampleUser } from '../../../test/sample-user';
import { postWithComments, comment, findTitle, open, requestsTo, serve } from './post.fixture';

const COMMENTS = '/api/blogs/b1/comments';

type Served = ReturnType<typeof serve>;

/** Mocks the response to a POST request that the fixture does not handle. */
function respond(fetch: Served, path: string, body: unknown, status = 200) {
  const fixture = fetch.getMockImplementation();
  fetch.mockImplementation(async (input, init) => {
    const isMatch = input instanceof Request && input.method === 'POST' && input.url.endsWith(path);
    return isMatch
      ? Response.json(body, { status })
      : ((await fixture?.(input, init)) ?? Response.error());
  });
}

async function field() {
  return screen.findByRole('textbox', { name: 'Add a comment' });
}

beforeEach(() => {
  sessionStorage.clear();
  startSession('token', sampleUser());
});

describe('the comment form', () => {
  it('adds the comment on top, scrolls to it, counts it and clears the field', async () => {
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
    const fetch = serve(postWithComments([comment(1)]), { threads: [sampleThread(comment(1))] });
    respond(fetch, COMMENTS, { success: true, comment: comment(2), message: 'x' }, 201);
    const { user } = open();
    const submit = await screen.findByRole('button', { name: 'Comment' });
    expect(submit).toBeDisabled();
    await user.type(await field(), '   ');
    expect(submit).toBeDisabled();
    await user.type(await field(), 'Well said ');
    await user.click(submit);
    expect(await screen.findByText('Comment added successfully')).toBeInTheDocument();
    expect(screen.getAllByText(/^Comment \d$/).map((node) => node.textContent)).toEqual([
      'Comment 2',
      'Comment 1',
    ]);
    expect(screen.getByRole('heading', { name: 'Comments 2' })).toBeVisible();
    expect(screen.getAllByRole('link', { name: 'Go to 2 comments' })).not.toHaveLength(0);
    expect(await field()).toHaveValue('');
    const item = screen.getByText('Comment 2').closest('article');
    await waitFor(() => {
      expect(item).toHaveFocus();
    });
    expect(scroll.mock.contexts).toContain(item);
    const sent = requestsTo(fetch, COMMENTS).find(({ method }) => method === 'POST');
    expect(await sent?.clone().json()).toEqual({ content: 'Well said' });
    expect(sent?.headers.get('authorization')).toBe('Bearer token');
  });

  it.each(['{Control>}{Enter}{/Control}', '{Meta>}{Enter}{/Meta}'])(
    'is sent by %s',
    async (keys) => {
      const fetch = serve(postWithComments([]));
      respond(fetch, COMMENTS, { success: true, comment: comment(2), message: 'x' }, 201);
      const { user } = open();
      await user.type(await field(), `By keys${keys}`);
      expect(await screen.findByText('Comment 2')).toBeVisible();
    },
  );

  it('keeps the text when sending fails', async () => {
    const fetch = serve(postWithComments([]));
    respond(fetch, COMMENTS, {}, 500);
    const { user } = open();
    await user.type(await field(), 'Not lost');
    await user.click(screen.getByRole('button', { name: 'Comment' }));
    expect(await screen.findByText('Failed to add comment')).toBeInTheDocument();
    expect(await field()).toHaveValue('Not lost');
    expect(screen.getByRole('button', { name: 'Comment' })).toBeEnabled();
  });

  it('restores the text after a new login when the session has ended', async () => {
    const fetch = serve(postWithComments([]));
    respond(fetch, COMMENTS, { success: false, code: 'unauthorized', message: 'x' }, 401);
    const { user, router } = open();
    await user.type(await field(), 'Not lost');
    await user.click(screen.getByRole('button', { name: 'Comment' }));
    expect(await screen.findByText('Please login to comment')).toBeInTheDocument();
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/login');
    });
    startSession('token', sampleUser());
    await router.navigate('/blog/b1');
    expect(await field()).toHaveValue('Not lost');
  });

  it('counts characters near the limit and accepts none beyond it', async () => {
    serve(postWithComments([]));
    const { user } = open();
    await user.click(await field());
    await user.paste('x'.repeat(4499));
    expect(screen.queryByText(/characters$/)).not.toBeInTheDocument();
    await user.paste('x'.repeat(501));
    expect(screen.getByText('5,000 of 5,000 characters')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Comment' })).toBeEnabled();
    await user.paste('x');
    expect(screen.getByRole('button', { name: 'Comment' })).toBeDisabled();
    expect(await field()).toBeInvalid();
    expect(await field()).toHaveAccessibleDescription('5,001 of 5,000 characters');
  });
});

describe('the like of a comment', () => {
  const name = 'Like the comment of Bruno Keller, 3 likes';

  it('shows at once with the new count', async () => {
    const fetch = serve(postWithComments([comment(1)]), {
      threads: [sampleThread(comment(1, { likeCount: 3 }))],
    });
    const liked = { success: true, isLiked: true, likeCount: 4, message: 'Liked' };
    respond(fetch, '/api/blogs/comments/c1/like', liked);
    const { user } = open();
    await user.click(await screen.findByRole('button', { name }));
    expect(
      screen.getByRole('button', {
        name: 'Like the comment of Bruno Keller, 4 likes',
        pressed: true,
      }),
    ).toBeVisible();
  });

  it('is reverted when it fails', async () => {
    const fetch = serve(postWithComments([comment(1)]), {
      threads: [sampleThread(comment(1, { likeCount: 3 }))],
    });
    respond(fetch, '/api/blogs/comments/c1/like', {}, 500);
    const { user } = open();
    await user.click(await screen.findByRole('button', { name }));
    expect(await screen.findByText('Failed to like comment')).toBeInTheDocument();
    expect(screen.getByRole('button', { name, pressed: false })).toBeVisible();
  });
});

it('scrolls to the comments when the address names them and the post has loaded', async () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  serve(postWithComments([comment(1)]), { threads: [sampleThread(comment(1))] });
  open('/blog/b1#comments');
  await findTitle();
  await waitFor(() => {
    expect(scroll.mock.contexts).toContain(document.getElementById('comments'));
  });
});
