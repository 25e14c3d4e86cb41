import { afterEach, expect, it, vi } from 'vitest';

import {
  DRAFT_LENGTH_MAX,
  type Draft,
  dropDraft,
  listDrafts,
  newSlot,
  storeDraft,
} from './draft-store';

const draft: Draft = {
  title: 'Queues',
  content: '<p>a<img src="data:image/png;base64,AAAA" alt="b">c</p>',
  category: 'Other',
  tags: 'rust',
  slug: '',
  canonicalUrl: '',
  featuredImage: '',
  commentsClosed: null,
  announce: null,
  picture: null,
  savedAt: '2026-03-04T05:06:07.000Z',
};
const later = { ...draft, title: 'Stacks', savedAt: '2026-03-04T06:00:00.000Z' };

afterEach(() => {
  vi.unstubAllGlobals();
});

it('stores each draft of a form, the newest first, separately for each form', async () => {
  await storeDraft('new', 'one', draft);
  await storeDraft('new', 'two', later);
  await storeDraft('b1', 'one', draft);
  expect(await listDrafts('new')).toEqual([
    { ...later, slot: 'two' },
    { ...draft, slot: 'one' },
  ]);
  await dropDraft('new', 'one');
  expect(await listDrafts('new')).toEqual([{ ...later, slot: 'two' }]);
  expect(await listDrafts('b1')).toEqual([{ ...draft, slot: 'one' }]);
});

it('deletes equal drafts except the newest', async () => {
  await storeDraft('new', 'one', draft);
  await storeDraft('new', 'two', { ...draft, savedAt: later.savedAt });
  await storeDraft('new', 'three', { ...draft, tags: 'other' });
  await storeDraft('new', 'four', { ...draft, commentsClosed: true });
  const drafts = await listDrafts('new');
  expect(drafts.map(({ slot }) => slot)).toEqual(['two', 'four', 'three']);
  expect(localStorage).toHaveLength(3);
});

it('creates a unique slot for each draft', () => {
  expect(newSlot()).not.toBe(newSlot());
});

it('finds a draft stored before forms had several', async () => {
  localStorage.setItem('post-draft new', JSON.stringify(draft));
  expect(await listDrafts('new')).toEqual([{ ...draft, slot: '' }]);
  await dropDraft('new', '');
  expect(localStorage).toHaveLength(0);
});

it('finds a draft stored before forms had all fields', async () => {
  const { slug, canonicalUrl, commentsClosed, announce, ...old } = draft;
  localStorage.setItem('post-draft new one', JSON.stringify(old));
  expect(await listDrafts('new')).toEqual([
    { ...old, slug, canonicalUrl, commentsClosed, announce, slot: 'one' },
  ]);
});

it('does not list drafts locked by another tab', async () => {
  await storeDraft('new', 'here', draft);
  const held = [{ name: 'post-draft new here' }];
  vi.stubGlobal('navigator', { locks: { query: () => Promise.resolve({ held }) } });
  expect(await listDrafts('new')).toEqual([]);
});

it('stores synchronously, so that a page that closes loses nothing', () => {
  void storeDraft('new', 'one', draft);
  expect(localStorage.getItem('post-draft new one')).toContain('Queues');
});

it('does not restore a draft dropped while it was being stored', async () => {
  const storing = storeDraft('new', 'one', { ...draft, picture: new File(['a'], 'a.png') });
  const dropping = dropDraft('new', 'one');
  await Promise.all([storing, dropping]);
  expect(await listDrafts('new')).toEqual([]);
});

it('stores the text without pictures when the storage is full', async () => {
  const stored = new Map<string, string>();
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation((key) => stored.get(key) ?? null);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation((key, value) => {
    if (value.includes('data:')) {
      throw new DOMException('full', 'QuotaExceededError');
    }
    stored.set(key, value);
  });
  expect(await storeDraft('new', 'one', draft)).toBe('without pictures');
  expect(stored.get('post-draft new one')).toContain('<p>ac</p>');
});

it('reports a draft that is too large and a full storage', async () => {
  const content = 'x'.repeat(DRAFT_LENGTH_MAX + 1);
  expect(await storeDraft('new', 'one', { ...draft, content })).toBe('too large');
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(await storeDraft('new', 'one', draft)).toBe('nothing');
});

it('ignores broken drafts', async () => {
  localStorage.setItem('post-draft new one', '{"title":1}');
  expect(await listDrafts('new')).toEqual([]);
});
