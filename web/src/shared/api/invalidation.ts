/** The queries that show what a change of an administrator affects. */
import type { QueryClient, QueryKey } from '@tanstack/react-query';

import { queryKey } from './query-key';

const AFFECTED = {
  /**
   * A post was created, updated or deleted. Comments name their post, the team counts the posts of its members, and tags and
   * series count theirs.
   */
  post: [
    queryKey('posts'),
    queryKey('comments'),
    queryKey('editor', 'post'),
    queryKey('admin', 'posts'),
    queryKey('admin', 'draft'),
    queryKey('admin', 'calendar'),
    queryKey('admin', 'revisions'),
    queryKey('admin', 'autosaves'),
    queryKey('admin', 'comments'),
    queryKey('admin', 'dashboard'),
    queryKey('admin', 'team'),
    queryKey('admin', 'tags'),
    queryKey('admin', 'series'),
    queryKey('admin', 'series-posts'),
  ],
  /** A static page was created, updated, restored or deleted. */
  staticPage: [
    queryKey('static-pages'),
    queryKey('editor', 'page'),
    queryKey('admin', 'pages'),
    queryKey('admin', 'page-revisions'),
  ],
  /** A post was featured or is no longer. Cached copies of the post are patched instead. */
  featured: [queryKey('posts', 'featured'), queryKey('admin', 'posts')],
  /** A comment was written, deleted or moderated. Posts contain comments and their number, which orders lists as well. */
  comment: [
    queryKey('posts'),
    queryKey('comments'),
    queryKey('admin', 'comments'),
    queryKey('admin', 'moderation'),
    queryKey('admin', 'posts'),
    queryKey('admin', 'dashboard'),
  ],
  /** The rules against spam were changed. */
  spamRules: [queryKey('admin', 'spam-rules'), queryKey('admin', 'moderation')],
  /** A reader was banned or unbanned, or got another standing. Their comments stay as they are; a ban hides their request to write. */
  ban: [
    queryKey('users'),
    queryKey('admin', 'users'),
    queryKey('admin', 'dashboard'),
    queryKey('admin', 'author-requests'),
  ],
  /** A member of the staff was renamed. Posts and series name their author, and invitations who sent them. */
  author: [
    queryKey('posts'),
    queryKey('admin', 'posts'),
    queryKey('admin', 'draft'),
    queryKey('admin', 'calendar'),
    queryKey('admin', 'dashboard'),
    queryKey('admin', 'team'),
    queryKey('admin', 'invites'),
    queryKey('admin', 'api-keys'),
    queryKey('admin', 'series'),
    queryKey('admin', 'series-posts'),
    queryKey('admin', 'author-profile'),
  ],
  /** Somebody of the staff got another role. The invitations of one who is no administrator any more are withdrawn. */
  role: [queryKey('admin', 'team'), queryKey('admin', 'invites')],
  /** Somebody left the staff. Their posts and series have another author or none. */
  removal: [
    queryKey('posts'),
    queryKey('admin', 'posts'),
    queryKey('admin', 'draft'),
    queryKey('admin', 'calendar'),
    queryKey('admin', 'dashboard'),
    queryKey('admin', 'team'),
    queryKey('admin', 'invites'),
    queryKey('admin', 'api-keys'),
    queryKey('admin', 'series'),
    queryKey('admin', 'series-posts'),
  ],
  /** An invitation was sent or withdrawn, or a request to write declined. An invitation ends a request. */
  invitation: [queryKey('admin', 'invites'), queryKey('admin', 'author-requests')],
  /** An API key was made or revoked. */
  apiKey: [queryKey('admin', 'api-keys')],
  /** A webhook was made, changed or deleted, or an event sent again. */
  webhook: [queryKey('admin', 'webhooks'), queryKey('admin', 'webhook-deliveries')],
  /** A tag was changed or merged. Posts say it, published or not. */
  tag: [queryKey('posts'), queryKey('admin', 'draft'), queryKey('admin', 'tags')],
  /** A series was made, changed, put into another order or deleted, or a post came to one or left it. */
  series: [queryKey('posts'), queryKey('admin', 'series'), queryKey('admin', 'series-posts')],
  /** What an author says of themselves was changed. */
  authorProfile: [queryKey('posts', 'author'), queryKey('admin', 'author-profile')],
  /** Redirects were made, changed, deleted or imported. */
  redirect: [queryKey('admin', 'redirects')],
  /** An export was uploaded, or its import applied, cancelled or deleted. */
  import: [queryKey('admin', 'imports'), queryKey('admin', 'import-entries')],
  /** An import has brought posts, static pages, comments, tags, series and redirects. */
  imported: [
    queryKey('posts'),
    queryKey('comments'),
    queryKey('static-pages'),
    queryKey('admin', 'posts'),
    queryKey('admin', 'pages'),
    queryKey('admin', 'comments'),
    queryKey('admin', 'moderation'),
    queryKey('admin', 'calendar'),
    queryKey('admin', 'dashboard'),
    queryKey('admin', 'tags'),
    queryKey('admin', 'series'),
    queryKey('admin', 'series-posts'),
    queryKey('admin', 'redirects'),
  ],
} satisfies Record<string, readonly QueryKey[]>;

export type Change = keyof typeof AFFECTED;

/** Marks the queries that a change affects as stale, and fetches those in use again. */
export async function invalidateAfter(client: QueryClient, change: Change): Promise<void> {
  await Promise.all(AFFECTED[change].map((queryKey) => client.invalidateQueries({ queryKey })));
}
