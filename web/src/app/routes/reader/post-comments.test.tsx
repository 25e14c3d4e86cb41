import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';

import { returnPath } from '../../../shared/session/login-prompt';
import { readablePost, postWithComments, comment, open, serve } from './post.fixture';

const scrolledTo: Element[] = [];

beforeEach(() => {
  scrolledTo.length = 0;
  Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
    scrolledTo.push(this);
  };
});

describe('comments', () => {
  const MANY = Array.from({ length: 120 }, (_, index) => comment(index + 1));

  it('show their author and text, with line breaks and links', async () => {
    serve(
      postWithComments([comment(1, { content: 'Look:\nhttps://example.org/a.', likeCount: 3 })]),
    );
    const { user } = open();
    expect(await screen.findByRole('link', { name: 'Bruno Keller' })).toHaveAttribute(
      'href',
      '/profile/u1',
    );
    const link = screen.getByRole('link', { name: 'https://example.org/a' });
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
    serve(postWithComments([comment(1, { user })]));
    open();
    expect(await screen.findByText('Deleted User')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Deleted User' })).not.toBeInTheDocument();
    expect(document.querySelector('.comment > .avatar')).toHaveClass('avatar-missing');
  });

  it('load fifty at a time', async () => {
    serve(postWithComments(MANY), MANY);
    const { user } = open();
    const more = await screen.findByRole('button', { name: 'Load more comments' });
    expect(screen.getAllByText(/^Comment \d+$/)).toHaveLength(50);
    await user.click(more);
    await waitFor(() => {
      expect(screen.getAllByText(/^Comment \d+$/)).toHaveLength(100);
    });
    await user.click(screen.getByRole('button', { name: 'Load more comments' }));
    await waitFor(() => {
      expect(screen.getAllByText(/^Comment \d+$/)).toHaveLength(120);
    });
    expect(screen.queryByRole('button', { name: 'Load more comments' })).not.toBeInTheDocument();
  });

  it('show an error when loading more fails, and can be retried', async () => {
    const fetch = serve(postWithComments(MANY), MANY);
    const { user } = open();
    const more = await screen.findByRole('button', { name: 'Load more comments' });
    fetch.mockRejectedValueOnce(new TypeError('offline'));
    await user.click(more);
    expect(await screen.findByText('Failed to load comments. Please try again.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Load more comments' }));
    expect(await screen.findByText('Comment 100')).toBeVisible();
  });

  it('focus the first of the next comments, also of a deleted account', async () => {
    const deletedUser = {
      _id: null,
      id: null,
      name: 'Deleted User',
      username: '',
      profileImage: null,
    };
    const many = MANY.map((one, index) =>
      index === 50 ? { ...one, user: deletedUser, content: 'See https://example.org/' } : one,
    );
    serve(postWithComments(many), many);
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Load more comments' }));
    await waitFor(() => {
      expect(document.activeElement).toHaveAttribute('id', 'comment-c51');
    });
  });

  it('keep the focus on the button when loading more fails', async () => {
    const fetch = serve(postWithComments(MANY), MANY);
    const { user } = open();
    const more = await screen.findByRole('button', { name: 'Load more comments' });
    fetch.mockRejectedValueOnce(new TypeError('offline'));
    await user.click(more);
    expect(await screen.findByText('Failed to load comments. Please try again.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Load more comments' })).toHaveFocus();
  });

  it('addressed by the fragment are loaded, scrolled to and highlighted', async () => {
    serve(postWithComments(MANY), MANY);
    open('/blog/b1#comment-c110');
    const item = (await screen.findByText('Comment 110')).closest('li');
    expect(item).toHaveAttribute('id', 'comment-c110');
    expect(item).toHaveAttribute('data-addressed');
    expect(scrolledTo).toContain(item);
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
});
