import { expect, it } from 'vitest';

import type { PostAnalyticsDay } from '../../shared/api/types';
import { byWeek, isShownByWeek } from './weeks';

/** Returns days with 1, 2, 3 … views, of which each third reader finishes. */
function days(count: number): PostAnalyticsDay[] {
  return Array.from({ length: count }, (_, index) => ({
    date: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
    views: index + 1,
    unique: 3,
    mobile: 1,
    desktop: index,
    finished: 1,
  }));
}

it('shows a year by week, and less by day', () => {
  expect([7, 30, 90, 365].map((count) => isShownByWeek(days(count)))).toEqual([
    false,
    false,
    false,
    true,
  ]);
});

it('sums the days of each week, the last of which is whole', () => {
  const weeks = byWeek(days(16));
  expect(weeks.map(({ date, views, unique, finished }) => [date, views, unique, finished])).toEqual(
    [
      ['2026-01-01', 3, 6, 2],
      ['2026-01-03', 42, 21, 7],
      ['2026-01-10', 91, 21, 7],
    ],
  );
});

it('loses no view of a year, and has no empty week', () => {
  for (const count of [1, 7, 14, 91, 365]) {
    const weeks = byWeek(days(count));
    expect(weeks).toHaveLength(Math.ceil(count / 7));
    expect(weeks.reduce((sum, { views }) => sum + views, 0)).toBe((count * (count + 1)) / 2);
  }
  expect(byWeek([])).toEqual([]);
});
