import type { EditablePost, ManagedPost, PostSummary } from '../shared/api/types';

/** Returns a sample author of posts. */
export function sampleAuthor(id: string, username: string): PostSummary['author'] {
  return {
    _id: id,
    id,
    username,
    name: username,
    slug: username.toLowerCase().replaceAll(' ', '-'),
    avatar: '/avatars/admin.svg',
    profileImage: { url: '/avatars/admin.svg', name: 'Administrator', description: '' },
  };
}

const ADA = sampleAuthor('author', 'Ada');

/** Returns a sample post of a list with `changes` applied. It has what the staff gets of a post as well. */
export function samplePost(id: string, changes: Partial<ManagedPost> = {}): ManagedPost {
  const author = changes.author ?? ADA;
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
    author,
    authors: [author],
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
    review: 'none',
    publishAt: null,
    revision: 0,
    seriesId: null,
    ...changes,
  };
}

/** Returns a sample draft as the editor gets it, with `changes` applied. */
export function sampleDraft(id: string, changes: Partial<EditablePost> = {}): EditablePost {
  return {
    ...samplePost(id, { status: 'draft', featuredImage: '/media/0a.webp' }),
    content: '<p>First words</p>',
    commentsClosed: false,
    announce: true,
    announcedAt: null,
    revision: 3,
    ...changes,
  };
}
