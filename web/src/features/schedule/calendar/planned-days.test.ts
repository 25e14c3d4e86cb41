import { expect, it } from 'vitest';

import { sampleCalendarPost } from '../../../test/sample-calendar-post';
import { targetAfter } from './carrying';
import { movedTo, postsByDay } from './planned-days';

const ZURICH = 'Europe/Zurich';

it('groups posts by the days of the zone, in the order of their times', () => {
  const posts = [
    sampleCalendarPost('late', { at: '2026-12-01T22:30:00Z' }),
    sampleCalendarPost('early', { at: '2026-12-01T05:00:00Z' }),
    sampleCalendarPost('night', { at: '2026-12-01T23:30:00Z' }),
  ];
  const ids = (zone: string) =>
    [...postsByDay(posts, zone)].map(([day, found]) => [day, ...found.map(({ id }) => id)]);
  expect(ids(ZURICH)).toEqual([
    ['2026-12-01', 'early', 'late'],
    ['2026-12-02', 'night'],
  ]);
  expect(ids('UTC')).toEqual([['2026-12-01', 'early', 'late', 'night']]);
});

it.each([
  ['to winter time', '2026-10-20T07:00:00Z', '2026-10-27', '2026-10-27T08:00:00.000Z'],
  ['to summer time', '2027-03-20T08:00:00Z', '2027-03-30', '2027-03-30T07:00:00.000Z'],
  ['to another year', '2026-12-31T08:00:30Z', '2027-01-01', '2027-01-01T08:00:30.000Z'],
])('keeps the time of day when the clocks change %s', (_change, at, day, iso) => {
  const now = new Date('2026-10-01T00:00:00Z');
  expect(movedTo({ at }, day, ZURICH, now)).toEqual(new Date(iso));
});

it('refuses a day on which the time is over', () => {
  const post = { at: '2026-12-01T08:00:00Z' };
  const now = new Date('2026-11-25T12:00:00Z');
  expect(movedTo(post, '2026-11-24', ZURICH, now)).toBe('past');
  expect(movedTo(post, '2026-11-25', ZURICH, now)).toBe('past');
  expect(movedTo(post, '2026-11-26', ZURICH, now)).not.toBe('past');
});

it.each([
  ['ArrowRight', '2026-12-02', '2026-12-03'],
  ['ArrowLeft', '2026-12-01', '2026-12-01'],
  ['ArrowDown', '2026-12-01', '2026-12-01'],
  ['ArrowUp', '2026-12-03', '2026-12-03'],
  ['Home', '2026-12-03', undefined],
])('keeps to the days that are shown: %s from %s', (key, from, to) => {
  expect(targetAfter(key, from, ['2026-12-01', '2026-12-02', '2026-12-03'])).toBe(to);
});
