import { expect, it } from 'vitest';

import { checkValue, fieldValue, latestValue, usualValue } from './publication-time';

const NOW = new Date(2026, 2, 4, 15, 30);

it('opens with nine o’clock on the next day', () => {
  expect(usualValue(NOW)).toBe('2026-03-05T09:00');
});

it('returns the time of a value in the zone of the browser', () => {
  expect(checkValue('2026-03-05T09:00', NOW)).toEqual({ at: new Date(2026, 2, 5, 9) });
  expect(fieldValue(new Date(2026, 6, 5, 9))).toBe('2026-07-05T09:00');
});

it.each([
  ['', 'Choose a date and a time'],
  ['2026-03-04T15:30', 'Choose a time in the future'],
  ['2028-03-04T15:31', 'Choose a time within 2 years'],
])('rejects %j', (value, message) => {
  expect(checkValue(value, NOW)).toEqual({ message });
});

it('allows two years', () => {
  expect(latestValue(NOW)).toBe('2028-03-04T15:30');
  expect(checkValue('2028-03-04T15:30', NOW)).toHaveProperty('at');
});
