import { expect, it } from 'vitest';

import { dayIn, instantAt, timeIn } from './zoned-time';

const ZURICH = 'Europe/Zurich';

it.each([
  ['2026-12-01', '09:00', ZURICH, '2026-12-01T08:00:00.000Z'],
  ['2026-07-01', '09:00', ZURICH, '2026-07-01T07:00:00.000Z'],
  ['2026-12-01', '09:00', 'UTC', '2026-12-01T09:00:00.000Z'],
  ['2026-12-01', '00:15', 'Asia/Kathmandu', '2026-11-30T18:30:00.000Z'],
  ['2026-12-31', '23:59', 'Pacific/Kiritimati', '2026-12-31T09:59:00.000Z'],
  ['2026-01-01', '00:00', 'America/Los_Angeles', '2026-01-01T08:00:00.000Z'],
  ['2026-12-01', '09:00:30', ZURICH, '2026-12-01T08:00:30.000Z'],
])('converts %s %s in %s and back', (day, time, zone, iso) => {
  const instant = instantAt(day, time, zone);
  expect(instant.toISOString()).toBe(iso);
  expect(dayIn(instant, zone)).toBe(day);
  expect(timeIn(instant, zone)).toBe(time);
});

it('moves a time that the clocks skip forward', () => {
  // At 2:00 the clocks show 3:00.
  const instant = instantAt('2026-03-29', '02:30', ZURICH);
  expect(instant.toISOString()).toBe('2026-03-29T01:30:00.000Z');
  expect(timeIn(instant, ZURICH)).toBe('03:30');
});

it('takes the first of two equal times', () => {
  // At 3:00 the clocks show 2:00 again.
  expect(instantAt('2026-10-25', '02:30', ZURICH).toISOString()).toBe('2026-10-25T00:30:00.000Z');
  expect(instantAt('2026-10-25', '03:00', ZURICH).toISOString()).toBe('2026-10-25T02:00:00.000Z');
  expect(instantAt('2026-10-25', '01:59', ZURICH).toISOString()).toBe('2026-10-24T23:59:00.000Z');
});

it('knows that a day may begin with a skipped hour', () => {
  // In Beirut the clocks went from 0:00 to 1:00.
  expect(instantAt('2024-03-31', '00:00', 'Asia/Beirut').toISOString()).toBe(
    '2024-03-30T22:00:00.000Z',
  );
});
