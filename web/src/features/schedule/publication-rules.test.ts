import { expect, it } from 'vitest';

import { checkMoment, isSkipped, latestDay, momentOf, usualMoment } from './publication-rules';

const ZURICH = 'Europe/Zurich';
/** 9:00 in Zurich. */
const NOW = new Date('2026-11-25T08:00:00Z');

function check(day: string, time: string, zone = ZURICH) {
  return checkMoment({ day, time }, zone, NOW);
}

it.each([
  ['2026-11-25', '09:01', '2026-11-25T08:01:00.000Z'],
  ['2026-12-01', '09:00', '2026-12-01T08:00:00.000Z'],
  ['2028-11-25', '09:00', '2028-11-25T08:00:00.000Z'],
])('takes %s %s', (day, time, iso) => {
  expect(check(day, time)).toEqual({ at: new Date(iso) });
});

it.each([
  ['', '09:00', 'day', 'Choose a date'],
  ['2026-12-01', '', 'time', 'Choose a time'],
  ['2026-11-24', '23:00', 'day', 'This day is in the past'],
  ['2026-11-25', '08:00', 'time', 'Choose a time at least a minute from now'],
  ['2026-11-25', '09:00', 'time', 'Choose a time at least a minute from now'],
  ['2028-11-25', '09:01', 'time', 'Choose a time within the next two years'],
  ['2028-11-26', '00:00', 'day', 'Choose a date within the next two years'],
  ['12026-12-01', '09:00', 'day', 'Choose a date within the next two years'],
])('refuses %s %s', (day, time, field, message) => {
  expect(check(day, time)).toEqual({ field, message });
});

it('decides by the days of the zone', () => {
  const moment = { day: '2026-11-25', time: '02:00' };
  const now = new Date('2026-11-25T11:00:00Z');
  expect(checkMoment(moment, 'Pacific/Honolulu', now)).toEqual({
    at: new Date('2026-11-25T12:00:00Z'),
  });
  expect(checkMoment(moment, 'Pacific/Kiritimati', now)).toHaveProperty('field', 'day');
});

it('offers nine in the morning of the next day', () => {
  expect(usualMoment(ZURICH, NOW)).toEqual({ day: '2026-11-26', time: '09:00' });
  expect(usualMoment('Pacific/Kiritimati', new Date('2026-12-31T11:00:00Z'))).toEqual({
    day: '2027-01-02',
    time: '09:00',
  });
});

it('allows two years, also from a leap day', () => {
  expect(latestDay(ZURICH, NOW)).toBe('2028-11-25');
  expect(latestDay('UTC', new Date('2028-02-29T00:00:00Z'))).toBe('2030-03-01');
});

it('knows the times that the clocks skip', () => {
  expect(isSkipped({ day: '2027-03-28', time: '02:30' }, ZURICH)).toBe(true);
  expect(isSkipped({ day: '2027-03-28', time: '03:30' }, ZURICH)).toBe(false);
  expect(isSkipped({ day: '2027-10-31', time: '02:30' }, ZURICH)).toBe(false);
  expect(isSkipped({ day: '2026-12-01', time: '09:00:00' }, ZURICH)).toBe(false);
});

it('keeps the seconds of a planned time', () => {
  expect(momentOf(new Date('2026-12-01T08:00:30Z'), ZURICH)).toEqual({
    day: '2026-12-01',
    time: '09:00:30',
  });
});
