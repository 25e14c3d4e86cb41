import type { Autosave } from '../shared/api/types';

/** Returns a sample autosave with `changes` applied. */
export function sampleAutosave(key: string, changes: Partial<Autosave> = {}): Autosave {
  return {
    key,
    blog: null,
    baseRevision: 0,
    title: 'Stacks',
    content: '<p>Other words</p>',
    category: 'System Design',
    tags: ['rust'],
    featuredImage: '',
    slug: '',
    canonicalUrl: '',
    commentsClosed: null,
    announce: null,
    savedAt: '2026-03-04T05:06:07.000Z',
    isOutdated: false,
    ...changes,
  };
}
