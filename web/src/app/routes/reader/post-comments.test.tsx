import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';

import type { Thread } from '../../../shared/api/types';
import { returnPath } from '../../../shared/session/login-prompt';
import { sampleReply, sampleThread } from '../../../test/sample-comment';
import { readablePost, postWithComments, comment, open, requestsTo, serve } from './post.fixture';

const scrolledTo: Element[] = [];

beforeEach(() => {
  scrolledTo.length = 0;
  Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
    scrolledTo.push(this);
  };
});

const LONG = { ...comment(1), replyCount: 50 };
const REPLIES = Array.from({ length: 50 }, (_, index) =>
  sampleReply(`r${index + 1}`, LONG, { content: `Reply ${index + 1}` }),
);
const LONG_THREAD = sampleThread(LONG, REPLIES.slice(0, 3));
const MANY = Array.from({ length: 50 }, (_, index) => sampleThread(comment(index + 1)));

function openThreads(threads: readonly Thread[], address?: string) {
  const fetch = serve(postWithComments(threads), { threads, replies: { c1: REPLIES } });
  return { fetch, ...open(address) };
}

describe('comments', () => {
  it('show their author, and their text as the server rendered it', async () => {
    const contentHtml =
      '<p>Look: <a href="https://example.org/a" rel="nofollow ugc noopener">a</a></p>';
    const { user } = openThreads([sampleThread(comment(1, { contentHtml, likeCount: 3 }))]);
    expect(await screen.findByRole('link', { name: 'Bruno Keller' })).toHaveAttribute(
      'href',
      '/profile/u9',
    );
    const link = screen.getByRole('link', { name: 'a' });
    expect(link).toHaveAttribute('rel', 'nofollow ugc noopener');
    await user.click(
      screen.getByRole('button', { name: 'Like the comment of Bruno Keller, 3 likes' }),
    );
    expect(await screen.findByText('Please login to like comments')).toBeInTheDocument();
  });

  it('of a deleted account have no profile link', async () => {
    const user = {
      _id: null,
      id: null,
      name: 'Deleted User',
      username: 'Deleted User',
      profileImage: null,
    };
    openThreads([sampleThread(comment(1, { user }))]);
    expect(await screen.findByText('Deleted User')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Deleted User' })).not.toBeInTheDocument();
    expect(document.querySelector('.comment > .avatar')).toHaveClass('avatar-missing');
  });

  it('that are gone keep their place above their replies', async () => {
    const gone = { user: null, content: '', contentHtml: '' };
    const reply = sampleReply('r1', comment(1), { content: 'Still here' });
    openThreads([
      sampleThread(comment(1, { ...gone, state: 'deleted' }), [reply]),
      sampleThread(comment(2, { ...gone, state: 'removed' })),
    ]);
    expect(await screen.findByText('This comment was deleted')).toBeVisible();
    expect(screen.getByText('This comment was removed by a moderator')).toBeVisible();
    expect(screen.getByText('Still here')).toBeVisible();
  });

  it('of the staff have a badge, edited ones their time, and deep ones name whom they reply to', async () => {
    const root = comment(1, { role: 'editor', editedAt: '2026-03-06T05:06:07.000Z' });
    const deep = sampleReply('r4', comment(3, { rootId: 'c1', depth: 3 }));
    openThreads([sampleThread(root, [deep])]);
    expect(await screen.findByText('Editor')).toBeVisible();
    expect(screen.getByText(/^edited/)).toBeVisible();
    const reply = screen.getByText('Text of r4').closest('li');
    expect(reply).toHaveAttribute('data-level', '3');
    expect(screen.getByText(/^in reply to/)).toHaveTextContent('in reply to Bruno Keller');
  });

  it('show further replies in place, and focus the first of them', async () => {
    const { user } = openThreads([LONG_THREAD]);
    await user.click(await screen.findByRole('link', { name: 'Show 47 more replies' }));
    await waitFor(() => {
      expect(document.activeElement).toHaveAttribute('id', 'comment-r4');
    });
    expect(screen.getAllByText(/^Reply \d+$/)).toHaveLength(20);
    await user.click(screen.getByRole('link', { name: 'Show 30 more replies' }));
    await user.click(await screen.findByRole('link', { name: 'Show 10 more replies' }));
    expect(await screen.findByText('Reply 50')).toBeVisible();
    expect(screen.queryByRole('link', { name: /more repl/ })).not.toBeInTheDocument();
  });

  it('count further replies without the places of those that are gone', async () => {
    const root = { ...comment(1), replyCount: 21 };
    const gone = { user: null, content: '', contentHtml: '', state: 'deleted' as const };
    const replies = REPLIES.slice(0, 23).map((reply, index) =>
      index === 1 || index === 20 ? { ...reply, ...gone } : reply,
    );
    const threads = [sampleThread(root, replies.slice(0, 3))];
    serve(postWithComments(threads), { threads, replies: { c1: replies } });
    const { user } = open();
    await user.click(await screen.findByRole('link', { name: 'Show 19 more replies' }));
    await user.click(await screen.findByRole('link', { name: 'Show 2 more replies' }));
    expect(await screen.findByText('Reply 23')).toBeVisible();
    expect(screen.queryByRole('link', { name: /more repl/ })).not.toBeInTheDocument();
  });

  it('say where further replies failed to load, and can be retried', async () => {
    const { user, fetch } = openThreads([LONG_THREAD]);
    const more = await screen.findByRole('link', { name: 'Show 47 more replies' });
    fetch.mockRejectedValueOnce(new TypeError('offline'));
    await user.click(more);
    const failure = await screen.findByText(/Failed to load replies/);
    await user.click(within(failure).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Reply 20')).toBeVisible();
    expect(screen.queryByText(/Failed to load replies/)).not.toBeInTheDocument();
  });

  it('say that they failed to load, and can be retried', async () => {
    const fetch = serve(postWithComments(MANY), { threads: MANY });
    const respond = fetch.getMockImplementation();
    let isDown = true;
    fetch.mockImplementation(async (input, init) => {
      if (isDown && input instanceof Request && input.url.includes('/comments?')) {
        throw new TypeError('offline');
      }
      return (await respond?.(input, init)) ?? Response.error();
    });
    const { user } = open();
    const failure = await screen.findByText(/Failed to load comments/);
    isDown = false;
    await user.click(within(failure).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Comment 1')).toBeVisible();
  });

  it('are sorted by links, and have pages', async () => {
    const { user, router } = openThreads(MANY);
    const sorts = await screen.findByRole('navigation', { name: 'Sort comments' });
    expect(within(sorts).getByRole('link', { name: 'Newest' })).toHaveAttribute('aria-current');
    await user.click(within(sorts).getByRole('link', { name: 'Oldest' }));
    expect(await screen.findByText('Comment 50')).toBeVisible();
    expect(router.state.location.search).toBe('?sort=oldest');
    await user.click(screen.getByRole('link', { name: 'Next comments' }));
    expect(await screen.findByText('Page 2 of 3')).toBeVisible();
    expect(router.state.location.search).toBe('?comments=2&sort=oldest');
    expect(await screen.findByText('Comment 30')).toBeVisible();
    expect(screen.queryByText('Comment 31')).not.toBeInTheDocument();
    const previous = screen.getByRole('link', { name: 'Previous comments' });
    expect(previous).toHaveAttribute('href', '?comments=1&sort=oldest#comments');
  });

  it('addressed by the fragment are found on their page, scrolled to and focused', async () => {
    const { router } = openThreads(MANY, '/blog/b1#comment-c45');
    const item = (await screen.findByText('Comment 45')).closest('article');
    expect(item).toHaveAttribute('id', 'comment-c45');
    expect(item).toHaveAttribute('data-addressed');
    expect(scrolledTo).toContain(item);
    expect(item).toHaveFocus();
    expect(router.state.location.search).toBe('?comment=c45');
  });

  it('addressed among the replies are found in their thread', async () => {
    const { user } = openThreads([LONG_THREAD], '/blog/b1#comment-r25');
    const item = (await screen.findByText('Reply 25')).closest('article');
    expect(item).toHaveAttribute('data-addressed');
    expect(scrolledTo).toContain(item);
    expect(screen.queryByText('Reply 3')).not.toBeInTheDocument();
    const pages = screen.getByRole('navigation', { name: 'Pages of replies' });
    expect(within(pages).getByRole('link', { name: 'Later replies' })).toHaveAttribute(
      'href',
      '?comment=r25&replies=3#comment-c1',
    );
    await user.click(within(pages).getByRole('link', { name: 'Earlier replies' }));
    expect(await screen.findByText('Reply 3')).toBeVisible();
  });

  it('that are addressed and in the page need no further request', async () => {
    const { fetch } = openThreads([LONG_THREAD], '/blog/b1#comment-r2');
    const item = (await screen.findByText('Reply 2')).closest('article');
    expect(item).toHaveAttribute('data-addressed');
    expect(requestsTo(fetch, '/api/blogs/comments/r2')).toHaveLength(0);
  });

  it('that are addressed but gone leave a note', async () => {
    openThreads(MANY, '/blog/b1#comment-c99');
    expect(
      await screen.findByText('The comment that this address names is not here any more.'),
    ).toBeVisible();
    expect(screen.getByText('Comment 1')).toBeVisible();
  });

  it('cannot be written by a visitor, who gets a link to the login', async () => {
    serve(readablePost());
    const { user, router } = open();
    const invitation = await screen.findByRole('form', { name: 'Log in to join the conversation' });
    expect(within(invitation).queryByRole('textbox')).not.toBeInTheDocument();
    expect(within(invitation).getByRole('link', { name: 'Login' })).toHaveAttribute(
      'href',
      '/login',
    );
    expect(within(invitation).getByRole('link', { name: 'Sign up' })).toHaveAttribute(
      'href',
      '/signup',
    );
    expect(screen.getByRole('button', { name: 'Comment' })).toBeDisabled();
    await user.click(screen.getByRole('link', { name: 'Please login to comment' }));
    expect(router.state.location.pathname).toBe('/login');
    expect(returnPath(router.state.location.state)).toBe('/blog/b1#comments');
  });

  it('lead a visitor who replies to the login, and back to the comment', async () => {
    const { user, router } = openThreads([LONG_THREAD]);
    const [reply] = await screen.findAllByRole('link', { name: 'Reply' });
    expect(reply).toHaveAttribute('href', '/login');
    await user.click(reply ?? document.body);
    expect(router.state.location.pathname).toBe('/login');
    expect(returnPath(router.state.location.state)).toBe('/blog/b1#comment-c1');
  });

  it('cannot be written where they are closed', async () => {
    serve(readablePost({ commentsClosed: true }), { threads: [LONG_THREAD] });
    open();
    expect(await screen.findByText('Comments are closed')).toBeVisible();
    expect(await screen.findByText('Reply 1')).toBeVisible();
    expect(screen.queryByRole('form')).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Reply' })).not.toBeInTheDocument();
  });

  it('open links of their text to pages of the site without a page load', async () => {
    const contentHtml = '<p><a href="/profile/u2">@bo</a></p>';
    const { router } = openThreads([sampleThread(comment(1, { contentHtml }))]);
    const link = await screen.findByRole('link', { name: '@bo' });
    await waitFor(() => {
      fireEvent.click(link);
      expect(router.state.location.pathname).toBe('/profile/u2');
    });
  });

  it('show the policy of the site above the form', async () => {
    document.head.insertAdjacentHTML(
      'beforeend',
      '<meta name="comment-policy" content="Be kind.">',
    );
    serve(readablePost());
    open();
    expect(await screen.findByText('Be kind.')).toBeVisible();
    document.head.replaceChildren();
  });
});
