import { expect, it } from 'vitest';

import { forgetViews, recentlyViewedIds, recentlyViewedTimes, rememberView } from './recent-views';

it('keeps the last seen first, each once', () => {
  ['a', 'b', 'c', 'a'].forEach((id) => {
    rememberView(id);
  });
  expect(recentlyViewedIds()).toEqual(['a', 'c', 'b']);
});

it('keeps fifty, and forgets the times of the others', () => {
  for (let number = 0; number < 60; number += 1) {
    rememberView(`id-${number}`, new Date(2026, 0, 1, 0, number));
  }
  const ids = recentlyViewedIds();
  expect(ids).toHaveLength(50);
  expect(ids[0]).toBe('id-59');
  expect(ids.at(-1)).toBe('id-10');
  expect(Object.keys(recentlyViewedTimes()).sort()).toEqual([...ids].sort());
});

it('takes what is broken for nothing', () => {
  for (const broken of ['{', '{}', '[1]', 'null', '"text"']) {
    localStorage.setItem('recentlyViewedBlogs', broken);
    expect(recentlyViewedIds()).toEqual([]);
  }
});

it('forgets everything when asked to', () => {
  rememberView('a');
  forgetViews();
  expect(recentlyViewedIds()).toEqual([]);
  expect(recentlyViewedTimes()).toEqual({});
});
