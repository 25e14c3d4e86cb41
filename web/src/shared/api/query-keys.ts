/**
 * The keys of all queries. Each begins with its resource, and a prefix addresses several queries: `posts.all` matches
 * every list of posts and every post. The queries under `admin` are removed when the administrator signs out.
 */
import type { QueryKey } from '@tanstack/react-query';

export const queryKeys = {
  avatars: ['avatars'],
  posts: {
    all: ['posts'],
    /** A post with its text, comments and related posts. */
    post: (id: string) => ['posts', 'post', id],
    list: (query: object) => ['posts', 'list', query],
    featured: ['posts', 'featured'],
    recommended: ['posts', 'recommended'],
    trending: (page: number) => ['posts', 'trending', page],
    recentlyViewed: (ids: readonly string[]) => ['posts', 'recently-viewed', ids],
    bookmarks: ['posts', 'bookmarks'],
    bookmarksPage: (page: number) => ['posts', 'bookmarks', page],
  },
  comments: {
    all: ['comments'],
    /** The comments of a post that the post itself does not contain. */
    older: (postId: string) => ['comments', 'older', postId],
    byUsers: ['comments', 'by-user'],
    byUser: (userId: string) => ['comments', 'by-user', userId],
  },
  users: {
    all: ['users'],
    profile: (id: string) => ['users', 'profile', id],
    ownProfile: (id: string) => ['users', 'own-profile', id],
  },
  editor: {
    posts: ['editor', 'post'],
    post: (id: string) => ['editor', 'post', id],
    preview: (content: string) => ['editor', 'preview', content],
  },
  admin: {
    all: ['admin'],
    dashboard: ['admin', 'dashboard'],
    settings: ['admin', 'settings'],
    posts: ['admin', 'posts'],
    postsPage: (query: object) => ['admin', 'posts', query],
    drafts: ['admin', 'drafts'],
    draft: (id: string) => ['admin', 'drafts', id],
    users: ['admin', 'users'],
    usersPage: (query: object) => ['admin', 'users', query],
    comments: ['admin', 'comments'],
    commentsPage: (query: object) => ['admin', 'comments', query],
  },
} as const;

/** The first element of each key. */
export type Resource = keyof typeof queryKeys;

/** Whether the key is that of a query of one of the resources. */
export function isKeyOf(resources: readonly Resource[], [resource]: QueryKey): boolean {
  return resources.some((name) => name === resource);
}
