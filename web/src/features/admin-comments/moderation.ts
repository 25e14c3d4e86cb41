/** The rules of the moderation queue: which actions a comment allows, and what they make of it. */
import type { Commenter, ManagedComment } from '../../shared/api/types';

export const QUEUES = ['held', 'reported', 'removed'] as const;
export type Queue = (typeof QUEUES)[number];

export const ACTIONS = ['approve', 'remove', 'spam', 'dismiss'] as const;
export type Action = (typeof ACTIONS)[number];

/** A comment of the queue. A tombstone has no commenter. */
export type QueuedComment = Omit<ManagedComment, 'user'> & { user: Commenter | null };

export const ACTION_NAMES: Readonly<Record<Action, string>> = {
  approve: 'Approve',
  remove: 'Remove',
  spam: 'Spam',
  dismiss: 'Dismiss',
};

/** What a decision says of itself while it can be undone. */
const DONE: Readonly<Record<Action, string>> = {
  approve: 'approved',
  remove: 'removed',
  spam: 'marked as spam',
  dismiss: 'dismissed',
};

/** The rules that hold comments, in words (docs/moderation.md). */
const HELD_FOR: Readonly<Record<string, string>> = {
  link: 'a newcomer wrote a link',
  links: 'it has many links',
  word: 'it has a word of the hold list',
  host: 'it links to a blocked site',
  same_text: 'others wrote the same text',
  first_comments: 'it is one of the first comments of its author',
  reports: 'several readers reported it',
};

export function heldForText(rules: readonly string[]): string {
  const reasons = rules.map((rule) => HELD_FOR[rule] ?? rule);
  return reasons.length === 0 ? 'Held' : `Held because ${reasons.join(', and ')}`;
}

export function doneText(action: Action, count: number): string {
  if (action === 'dismiss') {
    return count === 1 ? 'Reports dismissed' : `Reports of ${count} comments dismissed`;
  }
  return `${count === 1 ? 'Comment' : `${count} comments`} ${DONE[action]}`;
}

/** Whether an action would change a comment. */
export function canApply(action: Action, { state, reportCount }: QueuedComment): boolean {
  switch (action) {
    case 'approve':
      return state === 'held' || state === 'removed' || (state === 'visible' && reportCount > 0);
    case 'remove':
    case 'spam':
      return state === 'visible' || state === 'held';
    case 'dismiss':
      return reportCount > 0;
  }
}

/** Returns a comment as it is after an action. */
export function afterAction(comment: QueuedComment, action: Action): QueuedComment {
  const resolved = { ...comment, reportCount: 0, reports: [] };
  switch (action) {
    case 'approve':
      return { ...resolved, state: 'visible', heldFor: [] };
    case 'remove':
    case 'spam':
      return { ...resolved, state: 'removed', heldFor: [] };
    case 'dismiss':
      return resolved;
  }
}

/** Whether a comment is in a list: that of all leaves out the removed ones, which have their own. */
export function isInQueue({ state, reportCount }: QueuedComment, queue: Queue | undefined) {
  switch (queue) {
    case 'held':
      return state === 'held';
    case 'reported':
      return reportCount > 0 && state !== 'removed';
    case 'removed':
      return state === 'removed';
    case undefined:
      return state !== 'removed';
  }
}

/** Returns the reader who wrote a comment; null for the staff, imported names and deleted accounts. */
export function readerOf({ user }: QueuedComment): { id: string; name: string } | null {
  return user?._id ? { id: user._id, name: user.name } : null;
}

/** Whether a member of the staff wrote it themselves. */
export function isOwnComment({ role, user }: QueuedComment, username: string | undefined) {
  return role !== null && user !== null && user.username === username;
}

export function commenterName({ user }: Pick<QueuedComment, 'user'>): string {
  return user?.name ?? 'Deleted User';
}

/**
 * Returns the id of the row to go to once the `left` ones are gone: the first one after the last of them, else the last
 * one before; null if none stays.
 */
export function nextRow(ids: readonly string[], left: readonly string[]): string | null {
  const last = ids.findLastIndex((id) => left.includes(id));
  const stays = (id: string) => !left.includes(id);
  return ids.slice(last + 1).find(stays) ?? ids.slice(0, last + 1).findLast(stays) ?? null;
}
