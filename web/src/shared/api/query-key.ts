import type { QueryKey } from '@tanstack/react-query';

import type { AccountKind } from '../session/ended-session';

/**
 * The keys of all queries. Each begins with its resource, and a prefix of a key addresses several queries:
 * `queryKey('posts')` matches every list of posts and every post.
 */
type QueryKeys =
  | ['avatars']
  // A post with its text, comments and related posts.
  | ['posts', 'post', id: string]
  | ['posts', 'list', filter: object]
  | ['posts', 'featured']
  | ['posts', 'recommended']
  // Of a span of time; empty for what trends now.
  | ['posts', 'trending', window: string, page: number]
  | ['posts', 'bookmarks', page: number]
  // The posts by what the reader follows.
  | ['posts', 'following', page: number]
  | ['posts', 'recently-viewed', ids: readonly string[]]
  // The page of a tag, an author or a series.
  | ['posts', 'tag', slug: string, page: number]
  | ['posts', 'author', slug: string, page: number]
  | ['posts', 'series', slug: string]
  // Suggestions for a search that is being typed.
  | ['suggestions', text: string]
  | ['comments', 'threads', postId: string, sort: string, page: number]
  // The comments below one, from a page on.
  | ['comments', 'replies', rootId: string, firstPage: number]
  | ['comments', 'place', id: string, sort: string]
  // The reader's own comments that wait for a moderator.
  | ['comments', 'held', postId: string]
  // The comments that were written during this visit, which the loaded pages may not contain.
  | ['comments', 'added', postId: string]
  | ['comments', 'by-user', userId: string]
  // Of the reader or of the member of the staff who is signed in.
  | ['notices', account: AccountKind, 'count']
  | ['notices', account: AccountKind, 'list', filter: object]
  | ['mail-preferences', account: AccountKind, id: string]
  // Of the reader or of the member of the staff who is signed in.
  | ['security', account: AccountKind, 'second-factor' | 'passkeys' | 'sessions' | 'identities']
  | ['follows', 'one', kind: string, target: string]
  | ['follows', 'list', filter: object]
  // A draft that somebody reads by its preview link.
  | ['previews', token: string]
  | ['static-pages', slug: string]
  | ['users', 'profile', id: string]
  | ['users', 'own-profile', id: string]
  | ['users', 'mutes', id: string]
  | ['users', 'request-to-write', id: string]
  // A sign-in by a provider, by the code of its address.
  | ['finish', code: string]
  // The first start, by the secret of its address.
  | ['setup', token: string]
  | ['setup-palette', accent: string]
  // Kept apart from `admin`: never removed while a post is edited.
  | ['editor', 'post', id: string]
  | ['editor', 'page', id: string]
  | ['editor', 'preview', content: string]
  | ['editor', 'company', id: string]
  // Removed when the administrator signs out.
  | ['admin', 'dashboard', withReaders: boolean]
  | ['admin', 'settings']
  | ['admin', 'autosaves']
  | ['admin', 'revisions', id: string, filter: object]
  | ['admin', 'comparison', id: string, from: number, to: number]
  | ['admin', 'posts', filter: object]
  // What a post got in a span of days.
  | ['admin', 'analytics', id: string, days: number]
  | ['admin', 'pages', page: number]
  | ['admin', 'page-revisions', id: string, filter: object]
  | ['admin', 'page-revision', id: string, number: number]
  | ['admin', 'draft', id: string]
  | ['admin', 'notes', postId: string]
  | ['admin', 'authors']
  | ['admin', 'calendar', from: string, to: string]
  | ['admin', 'preview-link', id: string]
  | ['admin', 'users', filter: object]
  | ['admin', 'comments', filter: object]
  // The numbers of comments that wait, and the level of the rules.
  | ['admin', 'moderation']
  | ['admin', 'spam-rules']
  | ['admin', 'site']
  | ['admin', 'mail']
  | ['admin', 'site-palette', accent: string]
  | ['admin', 'team', filter: object]
  | ['admin', 'invites', page: number]
  | ['admin', 'author-requests', page: number]
  | ['admin', 'api-keys', page: number]
  | ['admin', 'webhooks', page: number]
  | ['admin', 'webhook-deliveries', filter: object]
  | ['admin', 'redirects', filter: object]
  | ['admin', 'tags', filter: object]
  | ['admin', 'series', filter: object]
  // A series with all its posts.
  | ['admin', 'series-posts', id: string]
  // What the caller says of themselves.
  | ['admin', 'author-profile']
  | ['admin', 'imports', page: number]
  | ['admin', 'import-entries', filter: object]
  | ['admin', 'newsletter', page: number]
  | ['admin', 'audit', filter: object];

type Prefix<Key extends unknown[]> = Key extends [...infer Start, unknown]
  ? Start extends []
    ? Key
    : Key | Prefix<Start>
  : never;

/** The first element of each key. */
export type Resource = QueryKeys[0];

/**
 * Returns the key of a query, or a prefix that addresses several; the compiler rejects any other. The type of the result
 * is not that of the key: it would be inferred as the union of all keys where options of queries are built, and the
 * compiler would compare such unions with each other in each query.
 */
export function queryKey(...key: Prefix<QueryKeys>): QueryKey {
  return key;
}
