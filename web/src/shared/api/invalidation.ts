/** The queries that show what a change of an administrator affects. */
import type { QueryClient, QueryKey } from '@tanstack/react-query';

import { queryKeys } from './query-keys';

const { posts, comments, users, editor, admin } = queryKeys;

const AFFECTED = {
  /** A post was created, updated or deleted. Comments name their post. */
  post: [
    posts.all,
    comments.all,
    editor.posts,
    admin.posts,
    admin.drafts,
    admin.comments,
    admin.dashboard,
  ],
  /** A post was featured or is no longer. Cached copies of the post are patched instead. */
  featured: [posts.featured, admin.posts],
  /** A comment was deleted. Posts contain comments and their number, which orders lists as well. */
  comment: [posts.all, comments.all, admin.comments, admin.posts, admin.dashboard],
  /** A reader was banned or unbanned. Their comments stay as they are. */
  ban: [users.all, admin.users, admin.dashboard],
  /** An administrator was renamed. Posts name their author. */
  author: [posts.all, admin.posts, admin.drafts, admin.dashboard],
} satisfies Record<string, readonly QueryKey[]>;

export type Change = keyof typeof AFFECTED;

/** Marks the queries that a change affects as stale, and fetches those in use again. */
export async function invalidateAfter(client: QueryClient, change: Change): Promise<void> {
  await Promise.all(AFFECTED[change].map((queryKey) => client.invalidateQueries({ queryKey })));
}
