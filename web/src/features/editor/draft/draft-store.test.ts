import { beforeEach, expect, it, vi } from 'vitest';

import { type Draft, dropDraft, keepDraft, readDraft } from './draft-store';

const draft: Draft = {
  title: 'Queues',
  content: '<p>a<img src="data:image/png;base64,AAAA" alt="b">c</p>',
  category: 'Other',
  tags: 'rust',
  featuredImage: '',
  picture: null,
  savedAt: '2026-03-04T05:06:07.000Z',
};

beforeEach(async () => {
  await dropDraft('new');
});

it('keeps a draft for each post', async () => {
  await keepDraft('new', draft);
  await keepDraft('b1', { ...draft, title: 'Stacks' });
  expect(await readDraft('new')).toEqual(draft);
  expect((await readDraft('b1'))?.title).toBe('Stacks');
  await dropDraft('new');
  expect(await readDraft('new')).toBeNull();
});

it('is there at once, so that a page that goes loses nothing', () => {
  void keepDraft('new', draft);
  expect(localStorage.getItem('post-draft new')).toContain('Queues');
});

it('does not bring back what was dropped meanwhile', async () => {
  const keeping = keepDraft('new', { ...draft, picture: new File(['a'], 'a.png') });
  const dropping = dropDraft('new');
  await Promise.all([keeping, dropping]);
  expect(await readDraft('new')).toBeNull();
});

it('keeps the text where there is no room for pictures', async () => {
  const kept = new Map<string, string>();
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation((key) => kept.get(key) ?? null);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation((key, value) => {
    if (value.includes('data:')) {
      throw new DOMException('full', 'QuotaExceededError');
    }
    kept.set(key, value);
  });
  await keepDraft('new', draft);
  expect((await readDraft('new'))?.content).toBe('<p>ac</p>');
});

it('takes what is broken for nothing', async () => {
  localStorage.setItem('post-draft new', '{"title":1}');
  expect(await readDraft('new')).toBeNull();
});
