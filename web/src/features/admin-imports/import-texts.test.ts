import { expect, it } from 'vitest';

import type { ImportTotals } from '../../shared/api/types';
import { sampleImport, sampleTotals } from '../../test/sample-import';
import {
  announcement,
  applyText,
  isOver,
  isWorkedOn,
  newThings,
  percentOf,
  sentence,
  shownKinds,
  sizeText,
  total,
} from './import-texts';

const STATES = ['uploaded', 'checking', 'ready', 'applying', 'done', 'failed'] as const;

it('knows what waits for the server, for somebody and for nobody', () => {
  expect(STATES.filter((state) => isWorkedOn({ state }))).toEqual([
    'uploaded',
    'checking',
    'applying',
  ]);
  expect(STATES.filter((state) => isOver({ state }))).toEqual(['done', 'failed']);
});

it('says what is new', () => {
  const some = (count: number) => ({ new: count, skipped: 0, refused: 0 });
  expect(newThings(sampleTotals())).toBe('');
  expect(newThings(sampleTotals({ posts: some(1) }))).toBe('1 post');
  expect(newThings(sampleTotals({ posts: some(2), pages: some(1) }))).toBe('2 posts and 1 page');
  const all = sampleTotals({ posts: some(1_204), comments: some(3), redirects: some(1) });
  expect(newThings(all)).toBe(`${(1_204).toLocaleString()} posts, 3 comments and 1 redirect`);
  expect(total(all, 'new')).toBe(1_208);
});

it('tells of people and settings only where there are some', () => {
  const kinds = (totals: ImportTotals) => shownKinds(totals).map(({ kind }) => kind);
  const common = ['posts', 'pages', 'comments', 'pictures', 'redirects'];
  expect(kinds(sampleTotals())).toEqual(common);
  const skipped = { new: 0, skipped: 1, refused: 0 };
  expect(kinds(sampleTotals({ people: skipped }))).toEqual([...common, 'people']);
});

it('names on the button what comes first', () => {
  const some = { new: 2, skipped: 0, refused: 0 };
  expect(applyText(sampleTotals({ posts: some, comments: some }))).toBe('Import 2 posts');
  expect(applyText(sampleTotals({ comments: some }))).toBe('Import 2 comments');
  expect(applyText(sampleTotals())).toBe('Nothing new to import');
});

it('writes sizes in the largest unit that fits', () => {
  expect([0, 1, 1_023, 1_024, 1_536, 15_000, 2_621_440, 536_870_912, 5e12].map(sizeText)).toEqual([
    '0 bytes',
    '1 byte',
    `${(1_023).toLocaleString()} bytes`,
    '1 KB',
    `${(1.5).toLocaleString()} KB`,
    '15 KB',
    `${(2.5).toLocaleString()} MB`,
    '512 MB',
    `${(4_657).toLocaleString()} GB`,
  ]);
});

it('makes sentences of what the server says', () => {
  expect(sentence('the export is damaged')).toBe('The export is damaged.');
  expect(sentence('Too many tags!')).toBe('Too many tags!');
});

it('knows no percentage before the work is known', () => {
  const progress = (done: number, all: number) => percentOf({ progress: { done, total: all } });
  expect([progress(0, 0), progress(0, 3), progress(2, 3), progress(5, 3)]).toEqual([
    null,
    0,
    66,
    100,
  ]);
});

it('announces each quarter of the work once, and its end', () => {
  const said = new Set(
    Array.from({ length: 101 }, (_, done) =>
      announcement(sampleImport({ state: 'checking', progress: { done, total: 100 } })),
    ),
  );
  expect([...said]).toEqual([
    'Checking the export',
    'Checking the export, 25 percent',
    'Checking the export, 50 percent',
    'Checking the export, 75 percent',
    'Checking the export, 100 percent',
  ]);
  expect(announcement(sampleImport())).toBe(
    'The check is complete. New: 12 posts and 1 comment. 1 refused.',
  );
  const failed = sampleImport({ state: 'failed', error: 'there is no Markdown in it' });
  expect(announcement(failed)).toBe('The import has failed. There is no Markdown in it.');
});
