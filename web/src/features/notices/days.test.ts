import { expect, it } from 'vitest';

import { dayTitle, groupByDay } from './days';

const NOW = new Date(2026, 2, 4, 9, 30);
const at = (month: number, day: number, hour = 12, year = 2026) => new Date(year, month, day, hour);

it.each([
  ['Today', at(2, 4, 0)],
  ['Today', at(2, 4, 23)],
  ['Yesterday', at(2, 3, 23)],
  ['Yesterday', at(2, 3, 0)],
])('names %s', (title, day) => {
  expect(dayTitle(day, NOW)).toBe(title);
});

it('names earlier days by their date, with the year if it is another one', () => {
  expect(dayTitle(at(2, 2), NOW)).toMatch(/Monday.*March|March.*Monday/u);
  expect(dayTitle(at(2, 2), NOW)).not.toMatch(/2026/u);
  expect(dayTitle(at(2, 2, 12, 2025), NOW)).toMatch(/2025/u);
});

it('groups by day, in the order of the items', () => {
  const items = [at(2, 4, 8), at(2, 4, 7), at(2, 3, 22), at(1, 1)].map((time, id) => ({
    id,
    at: time.toISOString(),
  }));
  const groups = groupByDay(items, NOW).map((day) => day.items.map(({ id }) => id));
  expect(groups).toEqual([[0, 1], [2], [3]]);
});
