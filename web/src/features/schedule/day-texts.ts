/** Days and times as texts in the reader's language. */
import type { Month } from './months';
import { type Day, instantAt } from './zoned-time';

const UTC = 'UTC';
const NOON = '12:00';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns "Tue, Dec 1, 2026, 9:00 AM (Europe/Zurich)", or the same in the reader's language. */
export function momentText(instant: Date, zone: string): string {
  const options = {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  } as const;
  return `${format(options, instant, zone)} (${zone.replaceAll('_', ' ')})`;
}

/** Returns "9:00 AM". */
export function clockText(instant: Date, zone: string): string {
  return format({ timeStyle: 'short' }, instant, zone);
}

/** Returns "Tuesday, December 1, 2026". */
export function dayText(day: Day): string {
  return format({ dateStyle: 'full' }, noonOf(day));
}

/** Returns "Tue, Dec 1". */
export function shortDayText(day: Day): string {
  return format({ weekday: 'short', day: 'numeric', month: 'short' }, noonOf(day));
}

/** Returns "1"; "Dec 1" on the first day of a month. */
export function dayNumberText(day: Day): string {
  return format(
    day.endsWith('-01') ? { month: 'short', day: 'numeric' } : { day: 'numeric' },
    noonOf(day),
  );
}

export function weekdayText(day: Day, width: 'short' | 'long'): string {
  return format({ weekday: width }, noonOf(day));
}

/** Returns "December 2026". */
export function monthText(month: Month): string {
  return format({ month: 'long', year: 'numeric' }, noonOf(`${month}-01`));
}

function noonOf(day: Day): Date {
  return instantAt(day, NOON, UTC);
}

/** Formats in the page's locale; a format is created once, which takes much longer than using it. */
function format(options: Intl.DateTimeFormatOptions, instant: Date, zone = UTC): string {
  const key = JSON.stringify([options, zone]);
  const known = formats.get(key);
  const formatter = known ?? new Intl.DateTimeFormat(undefined, { ...options, timeZone: zone });
  formats.set(key, formatter);
  return formatter.format(instant);
}
