import { expect, it } from 'vitest';

import { forgetViews, recentlyViewedIds, recentlyViewedTimes, rememberView } from './recent-views';

it('lists each post once, the last viewed first', () => {
  ['a', 'b', 'c', 'a'].forEach((id) => {
    rememberView(id);
  });
  expect(recentlyViewedIds()).toEqual(['a', 'c', 'b']);
});

it('keeps the last fifty and removes the times of the others', () => {
  for (let number = 0; number < 60; number += 1) {
    rememberView(`id-${number}`, new Date(2026, 0, 1, 0, number));
  }
  const ids = recentlyViewedIds();
  expect(ids).toHaveLength(50);
  expect(ids[0]).toBe('id-59');
  expect(ids.at(-1)).toBe('id-10');
  expect(Object.keys(recentlyViewedTimes()).sort()).toEqual([...ids].sort());
});

it('treats broken values as an empty list', () => {
  for (const broken of ['{', '{}', '[1]', 'null', '"text"']) {
    localStorage.setItem('recentlyViewedBlogs', broken);
    expect(recentlyViewedIds()).toEqual([]);
  }
});

it('forgets all views', () => {
  rememberView('a');
  forgetViews();
  expect(recentlyViewedIds()).toEqual([]);
  expect(recentlyViewedTimes()).toEqual({});
});
