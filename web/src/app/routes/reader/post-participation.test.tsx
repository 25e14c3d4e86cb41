import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';

import type { Comment, Thread } from '../../../shared/api/types';
import { endSession, startSession } from '../../../shared/session/session';
import { sampleComment, sampleReply, sampleThread } from '../../../test/sample-comment';
import { sampleAdmin, signInAdmin } from '../../../test/sample-admin';
import { sampleUser } from '../../../test/sample-user';
import { comment, open, readablePost, requestsTo, serve } from './post.fixture';

const OWN = { _id: 'u1', id: 'u1', name: 'Ada Walker', username: 'ada-walker', profileImage: null };
const NOW = () => new Date().toISOString();

type Fetch = ReturnType<typeof serve>;

function openThreads(threads: readonly Thread[], served: Parameters<typeof serve>[1] = {}) {
  const count = threads.reduce((sum, { replies }) => sum + 1 + replies.length, 0);
  const post = readablePost({ stats: { likeCount: 7, commentCount: count } });
  const fetch = serve(post, { threads, ...served });
  return { fetch, ...open() };
}

/** Mocks the response to the writes at a path. */
function respond(fetch: Fetch, method: string, path: string, body: unknown, status = 200) {
  const others = fetch.getMockImplementation();
  fetch.mockImplementation(async (input, init) => {
    const isMatch = input instanceof Request && input.method === method && input.url.endsWith(path);
    return isMatch
      ? Response.json(body, { status })
      : ((await others?.(input, init)) ?? Response.error());
  });
}

function writesTo(fetch: Fetch, path: string) {
  return requestsTo(fetch, path).filter(({ method }) => method !== 'GET');
}

function refusal(message: string, code: string) {
  return { success: false, message, code };
}

async function findComment(text: string): Promise<HTMLElement> {
  const found = (await screen.findByText(text)).closest('article');
  if (!found) {
    throw new Error(`no comment has the text ${text}`);
  }
  return found;
}

type User = ReturnType<typeof open>['user'];

async function choose(user: User, text: string, action: string) {
  const item = await findComment(text);
  await user.click(await within(item).findByRole('button', { name: /^More actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
}

beforeEach(() => {
  startSession('token', sampleUser());
});

describe('a reply', () => {
  const threads = [sampleThread(comment(1)), sampleThread(comment(2))];

  it('is written in place, with the focus in its field, and closed by Esc', async () => {
    const { user } = openThreads(threads);
    const item = await findComment('Comment 1');
    const button = await within(item).findByRole('button', { name: 'Reply' });
    await user.click(button);
    const field = within(item).getByRole('textbox', { name: 'Reply to Bruno Keller' });
    expect(field).toHaveFocus();
    await user.keyboard('Half a th');
    await user.keyboard('{Escape}');
    expect(field).not.toBeInTheDocument();
    expect(button).toHaveFocus();
    await user.click(button);
    expect(within(item).getByRole('textbox')).toHaveValue('Half a th');
  });

  it('keeps its text and its open form over a reload', async () => {
    const first = openThreads(threads);
    const item = await findComment('Comment 2');
    await first.user.click(await within(item).findByRole('button', { name: 'Reply' }));
    await first.user.keyboard('Not lost');
    await first.router.navigate('/elsewhere');
    await screen.findByText('Another page');
    await first.router.navigate('/blog/b1');
    const field = await screen.findByRole('textbox', { name: 'Reply to Bruno Keller' });
    expect(field).toHaveValue('Not lost');
    expect(field).not.toHaveFocus();
  });

  it('shows in its thread at once, counted and focused', async () => {
    const root = comment(1, { replyCount: 9 });
    const replies = [1, 2, 3].map((number) => sampleReply(`r${number}`, root));
    const { user, fetch } = openThreads([sampleThread(root, replies)]);
    const sent = sampleReply('new', replies[0] ?? root, { content: 'Quite so', user: OWN });
    const path = '/api/blogs/b1/comments';
    respond(fetch, 'POST', path, { success: true, comment: sent, message: 'x' }, 201);
    const item = await findComment('Text of r1');
    await user.click(await within(item).findByRole('button', { name: 'Reply' }));
    await user.keyboard('Quite so');
    await user.click(within(item).getByRole('button', { name: 'Post reply' }));
    const added = await findComment('Quite so');
    await waitFor(() => {
      expect(added).toHaveFocus();
    });
    const texts = screen.getAllByText(/^(Text of r|Quite)/).map((node) => node.textContent);
    expect(texts).toEqual(['Text of r1', 'Quite so', 'Text of r2', 'Text of r3']);
    expect(screen.getByRole('heading', { name: 'Comments 5' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Show 6 more replies' })).toBeVisible();
    expect(await writesTo(fetch, path)[0]?.clone().json()).toEqual({
      content: 'Quite so',
      parentId: 'r1',
    });
  });

  it('is refused in its place with the text of the server', async () => {
    const { user, fetch } = openThreads(threads);
    const body = refusal('Please wait 20 seconds', 'too_many_requests');
    respond(fetch, 'POST', '/api/blogs/b1/comments', body, 429);
    const item = await findComment('Comment 1');
    await user.click(await within(item).findByRole('button', { name: 'Reply' }));
    await user.keyboard('Again');
    await user.click(within(item).getByRole('button', { name: 'Post reply' }));
    expect(await within(item).findByRole('alert')).toHaveTextContent('Please wait 20 seconds');
    expect(within(item).getByRole('textbox')).toHaveValue('Again');
  });
});

describe('a comment that waits for a moderator', () => {
  const message = 'Your comment will be shown once a moderator has approved it';

  it('shows above the others with a note, and is not counted', async () => {
    const { user, fetch } = openThreads([sampleThread(comment(1))]);
    const held = comment(2, { state: 'held', user: OWN });
    respond(fetch, 'POST', '/comments', { success: true, comment: held, message }, 201);
    await user.type(await screen.findByRole('textbox', { name: 'Add a comment' }), 'See a link');
    await user.click(screen.getByRole('button', { name: 'Comment' }));
    const list = await screen.findByRole('region', { name: /wait for a moderator/ });
    expect(within(list).getByText('Comment 2')).toBeVisible();
    expect(within(list).getByText(message)).toBeVisible();
    expect(within(list).queryByRole('button', { name: /^Like/ })).not.toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Comments 1' })).toBeVisible();
  });

  it('shows on each visit', async () => {
    openThreads([sampleThread(comment(1))], { held: [comment(2, { state: 'held', user: OWN })] });
    const list = await screen.findByRole('region', { name: /wait for a moderator/ });
    expect(within(list).getByText('Comment 2')).toBeVisible();
  });
});

describe('an own comment', () => {
  const own = comment(1, { user: OWN, createdAt: NOW() });

  it('is edited in place, and shows its new text', async () => {
    const { user, fetch } = openThreads([sampleThread(own)]);
    const content = 'Comment 1, corrected';
    const edited = { ...own, content, contentHtml: `<p>${content}</p>`, editedAt: NOW() };
    const path = '/api/blogs/comments/c1';
    respond(fetch, 'PATCH', path, { success: true, comment: edited, message: 'Updated' });
    await choose(user, 'Comment 1', 'Edit');
    const field = await screen.findByRole('textbox', { name: 'Edit your comment' });
    await waitFor(() => {
      expect(field).toHaveFocus();
    });
    expect(field).toHaveValue('Comment 1');
    await user.type(field, ', corrected');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const item = await findComment(content);
    expect(within(item).getByText(/^edited/)).toBeVisible();
    expect(await writesTo(fetch, path)[0]?.clone().json()).toEqual({ content });
    expect(await screen.findByText('Updated')).toBeInTheDocument();
  });

  it('says in its place why it can no longer be edited', async () => {
    const { user, fetch } = openThreads([sampleThread(own)]);
    const body = refusal('This comment can no longer be edited', 'edit_expired');
    respond(fetch, 'PATCH', '/api/blogs/comments/c1', body, 403);
    await choose(user, 'Comment 1', 'Edit');
    await user.type(await screen.findByRole('textbox', { name: 'Edit your comment' }), '!');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('This comment can no longer be edited')).toBeVisible();
    await user.keyboard('{Escape}');
    const item = await findComment('Comment 1');
    expect(within(item).queryByRole('textbox')).not.toBeInTheDocument();
  });

  it('offers no change after a day', async () => {
    const { user } = openThreads([sampleThread({ ...own, createdAt: '2026-03-05T05:06:07.000Z' })]);
    const item = await findComment('Comment 1');
    await user.click(await within(item).findByRole('button', { name: /^More actions/ }));
    expect(await screen.findByRole('menuitem', { name: 'Delete' })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: 'Edit' })).not.toBeInTheDocument();
  });

  it('leaves its place to its replies when it is deleted', async () => {
    const thread = sampleThread(own, [sampleReply('r1', own)]);
    const { user, fetch } = openThreads([thread]);
    respond(fetch, 'DELETE', '/api/blogs/comments/c1', { success: true, message: 'x' });
    const gone: Comment = { ...own, user: null, content: '', contentHtml: '', state: 'deleted' };
    const after = [{ ...thread, ...gone, replyCount: 1 }];
    await choose(user, 'Comment 1', 'Delete');
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete your comment?' });
    expect(dialog).toHaveAccessibleDescription(/“Comment 1” on Queues in practice/);
    respond(fetch, 'GET', 'sort=newest&page=1', {
      success: true,
      comments: after,
      total: 1,
      page: 1,
      totalPages: 1,
    });
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('This comment was deleted')).toBeVisible();
    expect(screen.getByText('Text of r1')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Comments 1' })).toBeVisible();
  });

  it('stays, with the dialog, when deleting fails', async () => {
    const { user, fetch } = openThreads([sampleThread(own)]);
    respond(fetch, 'DELETE', '/api/blogs/comments/c1', {}, 500);
    await choose(user, 'Comment 1', 'Delete');
    const dialog = await screen.findByRole('alertdialog');
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await within(dialog).findByText('Failed to delete comment')).toBeVisible();
    await user.keyboard('{Escape}');
    expect(screen.getByText('Comment 1')).toBeVisible();
    const item = await findComment('Comment 1');
    await waitFor(() => {
      expect(within(item).getByRole('button', { name: /^More actions/ })).toHaveFocus();
    });
  });
});

describe("somebody else's comment", () => {
  const PATH = '/api/blogs/comments/c1/report';

  it('is reported with a reason and a note', async () => {
    const { user, fetch } = openThreads([sampleThread(comment(1))]);
    const message = 'Thank you. A moderator will look at it.';
    respond(fetch, 'POST', PATH, { success: true, message });
    await choose(user, 'Comment 1', 'Report');
    const dialog = await screen.findByRole('dialog', {
      name: 'Report the comment of Bruno Keller',
    });
    await user.click(within(dialog).getByRole('radio', { name: 'Off topic' }));
    await user.type(within(dialog).getByRole('textbox', { name: 'Note (optional)' }), 'About cats');
    await user.click(within(dialog).getByRole('button', { name: 'Report' }));
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(await writesTo(fetch, PATH)[0]?.clone().json()).toEqual({
      reason: 'offtopic',
      note: 'About cats',
    });
  });

  it('is not reported with a note that is too long, and says why a report failed', async () => {
    const { user, fetch } = openThreads([sampleThread(comment(1))]);
    respond(fetch, 'POST', PATH, refusal('You may not do that', 'silenced'), 403);
    await choose(user, 'Comment 1', 'Report');
    const dialog = await screen.findByRole('dialog');
    const note = within(dialog).getByRole('textbox', { name: 'Note (optional)' });
    await user.click(note);
    await user.paste('x'.repeat(501));
    await user.click(within(dialog).getByRole('button', { name: 'Report' }));
    expect(note).toHaveAccessibleDescription(/at most 500 characters/);
    expect(writesTo(fetch, PATH)).toHaveLength(0);
    await user.type(note, '{Backspace}');
    await user.click(within(dialog).getByRole('button', { name: 'Report' }));
    expect(await within(dialog).findByText('You may not do that')).toBeVisible();
    expect(note).toHaveValue('x'.repeat(500));
  });

  it('offers to report its author as well', async () => {
    const { user, fetch } = openThreads([sampleThread(comment(1))]);
    respond(fetch, 'POST', '/api/users/u9/report', refusal('User not found', 'not_found'), 404);
    await choose(user, 'Comment 1', 'Report Bruno Keller');
    const dialog = await screen.findByRole('dialog', { name: 'Report Bruno Keller' });
    expect(dialog).toHaveAccessibleDescription(/^The moderators see the profile, your reason/);
    await user.click(within(dialog).getByRole('radio', { name: 'Abuse or harassment' }));
    await user.click(within(dialog).getByRole('button', { name: 'Report' }));
    expect(await within(dialog).findByText('User not found')).toBeVisible();
    const message = 'Thank you. A moderator will look at it.';
    respond(fetch, 'POST', '/api/users/u9/report', { success: true, message });
    await user.click(within(dialog).getByRole('button', { name: 'Report' }));
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(await writesTo(fetch, '/api/users/u9/report')[1]?.clone().json()).toEqual({
      reason: 'abuse',
    });
    const item = await findComment('Comment 1');
    await waitFor(() => {
      expect(within(item).getByRole('button', { name: /^More actions/ })).toHaveFocus();
    });
  });

  it('folds when its author is muted, and unfolds on request', async () => {
    const { user, fetch } = openThreads([sampleThread(comment(1))]);
    respond(fetch, 'PUT', '/api/users/u9/mute', { success: true, isMuted: true });
    await choose(user, 'Comment 1', 'Mute Bruno Keller');
    const note = await screen.findByText(/Comment by somebody you muted/);
    expect(screen.queryByText('Comment 1')).not.toBeInTheDocument();
    await user.click(within(note).getByRole('button', { name: 'Show' }));
    expect(screen.getByText('Comment 1')).toBeVisible();
    respond(fetch, 'DELETE', '/api/users/u9/mute', { success: true, isMuted: false });
    await choose(user, 'Comment 1', 'Unmute Bruno Keller');
    expect(
      await screen.findByText('The comments of Bruno Keller are shown again'),
    ).toBeInTheDocument();
  });

  it('is folded from the start when its author was muted before', async () => {
    openThreads([sampleThread(comment(1))], { muted: [{ _id: 'u9', name: 'Bruno Keller' }] });
    expect(await screen.findByText(/Comment by somebody you muted/)).toBeVisible();
  });
});

it('has forms for readers only where the comments are open', async () => {
  serve(readablePost({ commentsClosed: true }), { threads: [sampleThread(comment(1))] });
  open();
  const item = await findComment('Comment 1');
  expect(await within(item).findByRole('button', { name: /^More actions/ })).toBeVisible();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Reply' })).not.toBeInTheDocument();
});

it('lets the staff comment with their own account, also where the comments are closed', async () => {
  endSession();
  signInAdmin();
  const fetch = serve(readablePost({ commentsClosed: true }), { threads: [] });
  const { username } = sampleAdmin();
  const user = { _id: null, id: null, name: username, username, profileImage: null };
  const sent = sampleComment('new', { content: 'Officially', user, role: 'admin' });
  const path = '/api/admin/blogs/b1/comments';
  respond(fetch, 'POST', path, { success: true, comment: sent, message: 'x' }, 201);
  const page = open();
  await page.user.type(await screen.findByRole('textbox', { name: 'Add a comment' }), 'Officially');
  await page.user.click(screen.getByRole('button', { name: 'Comment' }));
  const item = await findComment('Officially');
  expect(within(item).getByText('Administrator')).toBeVisible();
  expect(writesTo(fetch, path)).toHaveLength(1);
});
