import { expect, it } from 'vitest';

import { addDays, addMonths, firstWeekday, monthOf, parseMonth, weeksOf } from './months';

it.each([
  ['2026-12', 1, '2027-01'],
  ['2026-01', -1, '2025-12'],
  ['2026-11', 0, '2026-11'],
  ['2026-03', -15, '2024-12'],
])('adds months: %s and %i', (month, count, sum) => {
  expect(addMonths(month, count)).toBe(sum);
});

it.each([
  ['2026-12-31', 1, '2027-01-01'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-03-01', -1, '2026-02-28'],
  // The clocks change on these days in many zones.
  ['2026-03-28', 2, '2026-03-30'],
  ['2026-10-24', 7, '2026-10-31'],
])('adds days: %s and %i', (day, count, sum) => {
  expect(addDays(day, count)).toBe(sum);
});

it('fills a month up to whole weeks', () => {
  const weeks = weeksOf('2026-12');
  expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7]);
  expect(weeks[0]?.[0]).toBe('2026-11-30');
  expect(weeks.at(-1)?.at(-1)).toBe('2027-01-03');
});

it.each([
  // Begins with the first day of the week, and ends with the last.
  ['2027-02', 1, 4, '2027-02-01', '2027-02-28'],
  ['2026-08', 1, 6, '2026-07-27', '2026-09-06'],
  ['2026-08', 7, 6, '2026-07-26', '2026-09-05'],
  ['2026-08', 6, 5, '2026-08-01', '2026-09-04'],
])('shows %s in weeks that begin with day %i', (month, first, count, from, to) => {
  const weeks = weeksOf(month, first);
  expect([weeks.length, weeks[0]?.[0], weeks.at(-1)?.at(-1)]).toEqual([count, from, to]);
});

it.each([
  ['2026-12', '2026-12'],
  ['2026-13', undefined],
  ['2026-1', undefined],
  ['0026-01', undefined],
  ['2026-12-01', undefined],
  [null, undefined],
])('parses the month %j', (text, month) => {
  expect(parseMonth(text)).toBe(month);
});

it('knows the month of a day', () => {
  expect(monthOf('2026-12-31')).toBe('2026-12');
});

it.each([
  ['de-CH', 1],
  ['en-US', 7],
  ['ar-EG', 6],
])('knows the first day of the week of %s', (locale, day) => {
  expect(firstWeekday(locale)).toBe(day);
});
