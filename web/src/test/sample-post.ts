import type { ManagedPost, PostSummary } from '../shared/api/types';

/** Returns a sample post of a list with `changes` applied. */
export function samplePost(id: string, changes: Partial<PostSummary> = {}): PostSummary {
  return {
    _id: id,
    id,
    title: `Title of ${id}`,
    slug: id,
    excerpt: 'An excerpt',
    category: 'System Design',
    tags: [],
    featuredImage: null,
    featuredImageSmall: null,
    author: {
      _id: 'author',
      id: 'author',
      username: 'Ada',
      name: 'Ada',
      avatar: '/avatars/admin.svg',
      profileImage: { url: '/avatars/admin.svg', name: 'Administrator', description: '' },
    },
    status: 'published',
    isFeatured: false,
    createdAt: '2026-03-04T05:06:07.000Z',
    updatedAt: '2026-03-04T05:06:07.000Z',
    canonicalUrl: null,
    stats: { likeCount: 7, commentCount: 2 },
    views: { total: 12, unique: 8 },
    readTime: 4,
    isLiked: false,
    isBookmarked: false,
    ...changes,
  };
}

/** Returns a sample post of a list of the staff with `changes` applied. */
export function sampleManagedPost(id: string, changes: Partial<ManagedPost> = {}): ManagedPost {
  return { ...samplePost(id), review: 'none', publishAt: null, revision: 1, ...changes };
}
