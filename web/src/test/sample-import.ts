import type { Import, ImportEntry, ImportTotals } from '../shared/api/types';

const NONE = { new: 0, skipped: 0, refused: 0 };

/** Returns totals of nothing with `changes` applied. */
export function sampleTotals(changes: Partial<ImportTotals> = {}): ImportTotals {
  return {
    posts: NONE,
    pages: NONE,
    comments: NONE,
    pictures: NONE,
    redirects: NONE,
    people: NONE,
    settings: NONE,
    tags: NONE,
    series: NONE,
    ...changes,
  };
}

/** Returns a sample import, which waits to be applied, with `changes` applied. */
export function sampleImport(changes: Partial<Import> = {}): Import {
  return {
    _id: 'i1',
    id: 'i1',
    kind: 'ghost',
    fileName: 'our-blog.json',
    size: 2_621_440,
    state: 'ready',
    options: { defaultCategory: 'Other', asDrafts: false, redirects: true, categoryMap: {} },
    progress: { done: 100, total: 100 },
    totals: sampleTotals({
      posts: { new: 12, skipped: 3, refused: 1 },
      comments: { new: 1, skipped: 0, refused: 0 },
    }),
    leftOut: [],
    entries: 17,
    error: null,
    createdBy: 'ada',
    createdAt: '2026-03-01T12:00:00.000Z',
    changedAt: '2026-03-01T12:00:00.000Z',
    appliedAt: null,
    ...changes,
  };
}

/** Returns a sample entry of a report with `changes` applied. */
export function sampleEntry(changes: Partial<ImportEntry> = {}): ImportEntry {
  return {
    kind: 'post',
    source: '5f1e',
    title: 'Hello',
    address: '/blog/hello',
    outcome: 'new',
    status: 'published',
    changes: [],
    ...changes,
  };
}
