import { expect, it } from 'vitest';

import type { FoundDraft } from './draft-store';
import { isOutdated, isSameText, mergeDrafts } from './server-drafts';

const draft: FoundDraft = {
  title: 'Queues',
  content: '<p>a</p>',
  category: 'Other',
  tags: 'rust, web',
  slug: '',
  canonicalUrl: '',
  featuredImage: '',
  commentsClosed: null,
  announce: null,
  picture: null,
  savedAt: '2026-03-04T05:06:07.000Z',
  slot: 'one',
};

function remote(changes: Partial<FoundDraft> = {}): FoundDraft {
  return { ...draft, slot: 'server k1', autosave: { key: 'k1', isOnly: true }, ...changes };
}

it('offers a text that both have once, with both places', () => {
  expect(mergeDrafts([draft], [remote({ savedAt: '2026-03-04T05:06:09.000Z' })])).toEqual([
    { ...draft, autosave: { key: 'k1', isOnly: false } },
  ]);
});

it('offers the newest first, wherever it is kept', () => {
  const later = remote({ title: 'Stacks', savedAt: '2026-03-04T06:00:00.000Z' });
  const earlier = remote({ title: 'Heaps', savedAt: '2026-03-04T04:00:00.000Z' });
  expect(mergeDrafts([draft], [later, earlier])).toEqual([later, draft, earlier]);
});

it('knows a text whose pictures the server has stored', () => {
  const here = { ...draft, content: '<p>a <img src="data:image/png;base64,AA" alt="x"></p>' };
  const there = { ...draft, content: '<p>a <img src="/media/0a.webp" alt="x"></p>' };
  expect(isSameText(here, there)).toBe(true);
  expect(
    isSameText(here, { ...there, content: '<p>a <img src="/media/0a.webp" alt="y"></p>' }),
  ).toBe(false);
  const picture = new File(['a'], 'a.png');
  expect(isSameText({ ...draft, picture }, { ...draft, featuredImage: '/media/0a.webp' })).toBe(
    true,
  );
});

it.each([
  ['title', 'Stacks'],
  ['tags', 'rust'],
  ['category', 'Web'],
  ['featuredImage', 'https://example.org/a.png'],
  ['canonicalUrl', 'https://example.org/a'],
  ['commentsClosed', true],
  ['announce', false],
  ['content', '<p>b</p>'],
])('tells texts apart by their %s', (field, value) => {
  expect(isSameText(draft, { ...draft, [field]: value })).toBe(false);
});

it('knows a draft that began from an older revision', () => {
  expect(isOutdated({ ...draft, baseRevision: 2 }, 3)).toBe(true);
  expect(isOutdated({ ...draft, baseRevision: 3 }, 3)).toBe(false);
  expect(isOutdated(draft, 3)).toBe(false);
  expect(isOutdated({ ...draft, baseRevision: 0 }, undefined)).toBe(false);
});
