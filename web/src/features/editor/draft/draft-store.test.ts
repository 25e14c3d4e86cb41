import { afterEach, expect, it, vi } from 'vitest';

import {
  DRAFT_LENGTH_MAX,
  type Draft,
  dropDraft,
  keepDraft,
  listDrafts,
  newSlot,
} from './draft-store';

const draft: Draft = {
  title: 'Queues',
  content: '<p>a<img src="data:image/png;base64,AAAA" alt="b">c</p>',
  category: 'Other',
  tags: 'rust',
  featuredImage: '',
  picture: null,
  savedAt: '2026-03-04T05:06:07.000Z',
};
const later = { ...draft, title: 'Stacks', savedAt: '2026-03-04T06:00:00.000Z' };

afterEach(() => {
  vi.unstubAllGlobals();
});

it('keeps each draft of a form, the newest first, and those of another form apart', async () => {
  await keepDraft('new', 'one', draft);
  await keepDraft('new', 'two', later);
  await keepDraft('b1', 'one', draft);
  expect(await listDrafts('new')).toEqual([
    { ...later, slot: 'two' },
    { ...draft, slot: 'one' },
  ]);
  await dropDraft('new', 'one');
  expect(await listDrafts('new')).toEqual([{ ...later, slot: 'two' }]);
  expect(await listDrafts('b1')).toEqual([{ ...draft, slot: 'one' }]);
});

it('deletes equal drafts but for the newest', async () => {
  await keepDraft('new', 'one', draft);
  await keepDraft('new', 'two', { ...draft, savedAt: later.savedAt });
  await keepDraft('new', 'three', { ...draft, tags: 'other' });
  const drafts = await listDrafts('new');
  expect(drafts.map(({ slot }) => slot)).toEqual(['two', 'three']);
  expect(localStorage).toHaveLength(2);
});

it('has a slot for each draft', () => {
  expect(newSlot()).not.toBe(newSlot());
});

it('finds a draft of the time when a form had one only', async () => {
  localStorage.setItem('post-draft new', JSON.stringify(draft));
  expect(await listDrafts('new')).toEqual([{ ...draft, slot: '' }]);
  await dropDraft('new', '');
  expect(localStorage).toHaveLength(0);
});

it('leaves alone what another tab is writing', async () => {
  await keepDraft('new', 'here', draft);
  const held = [{ name: 'post-draft new here' }];
  vi.stubGlobal('navigator', { locks: { query: () => Promise.resolve({ held }) } });
  expect(await listDrafts('new')).toEqual([]);
});

it('is there at once, so that a page that goes loses nothing', () => {
  void keepDraft('new', 'one', draft);
  expect(localStorage.getItem('post-draft new one')).toContain('Queues');
});

it('does not bring back what was dropped meanwhile', async () => {
  const keeping = keepDraft('new', 'one', { ...draft, picture: new File(['a'], 'a.png') });
  const dropping = dropDraft('new', 'one');
  await Promise.all([keeping, dropping]);
  expect(await listDrafts('new')).toEqual([]);
});

it('keeps the text where there is no room for pictures, and says so', async () => {
  const kept = new Map<string, string>();
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation((key) => kept.get(key) ?? null);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation((key, value) => {
    if (value.includes('data:')) {
      throw new DOMException('full', 'QuotaExceededError');
    }
    kept.set(key, value);
  });
  expect(await keepDraft('new', 'one', draft)).toBe('without pictures');
  expect(kept.get('post-draft new one')).toContain('<p>ac</p>');
});

it('says that a draft is too large, or that there is no room at all', async () => {
  const content = 'x'.repeat(DRAFT_LENGTH_MAX + 1);
  expect(await keepDraft('new', 'one', { ...draft, content })).toBe('too large');
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(await keepDraft('new', 'one', draft)).toBe('nothing');
});

it('takes what is broken for nothing', async () => {
  localStorage.setItem('post-draft new one', '{"title":1}');
  expect(await listDrafts('new')).toEqual([]);
});
