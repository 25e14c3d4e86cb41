import type { AuthorProfile, ManagedTag, Series, SeriesPost } from '../shared/api/types';
import { sampleAuthor } from './sample-post';

/** Returns a sample tag with `changes` applied. */
export function sampleTag(name: string, changes: Partial<ManagedTag> = {}): ManagedTag {
  const key = name.toLowerCase();
  return {
    _id: key,
    id: key,
    slug: key.replaceAll(' ', '-'),
    name,
    description: '',
    cover: null,
    coverSmall: null,
    postCount: 2,
    draftCount: 0,
    ...changes,
  };
}

/** Returns a sample author with what they say of themselves. */
export function sampleAuthorProfile(changes: Partial<AuthorProfile> = {}): AuthorProfile {
  return {
    ...sampleAuthor('a1', 'Ada'),
    bio: '',
    socialLinks: { website: '', github: '', linkedin: '', x: '', twitter: '' },
    ...changes,
  };
}

/** Returns a sample series with `changes` applied. */
export function sampleSeries(changes: Partial<Series> = {}): Series {
  return {
    _id: 's1',
    id: 's1',
    slug: 'queues',
    title: 'Queues',
    description: '',
    author: sampleAuthor('a1', 'Ada'),
    postCount: 2,
    createdAt: '2026-03-04T05:06:07.000Z',
    updatedAt: '2026-03-04T05:06:07.000Z',
    ...changes,
  };
}

/** Returns a post of a series as those who manage it see it. */
export function sampleSeriesPost(id: string, changes: Partial<SeriesPost> = {}): SeriesPost {
  return { _id: id, id, slug: id, title: `Title of ${id}`, status: 'published', ...changes };
}
