/** Arithmetic with days and months of the calendar, without times and zones. */
import type { Day } from './zoned-time';

/** A month, as `2026-12`. */
export type Month = string;

/** Monday is 1, Sunday is 7. */
type Weekday = number;

const MONDAY: Weekday = 1;
const WEEK = 7;
const DAY_MS = 86_400_000;
const MONTHS = 12;
const MONTH = /^(?:19|20|21)\d\d-(?:0[1-9]|1[0-2])$/u;

/** Returns the text if it is a month. */
export function parseMonth(text: string | null): Month | undefined {
  return text !== null && MONTH.test(text) ? text : undefined;
}

export function monthOf(day: Day): Month {
  return day.slice(0, 'yyyy-mm'.length);
}

export function addMonths(month: Month, count: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const months = year * MONTHS + number - 1 + count;
  return `${Math.floor(months / MONTHS)}-${String((months % MONTHS) + 1).padStart(2, '0')}`;
}

export function addDays(day: Day, count: number): Day {
  return new Date(Date.parse(`${day}T00:00Z`) + count * DAY_MS).toISOString().slice(0, day.length);
}

/** Returns the weeks that contain a month, with the days of its neighbours that fill them up. */
export function weeksOf(month: Month, first: Weekday = MONDAY): Day[][] {
  const start = `${month}-01`;
  const days = addDays(start, -((weekdayOf(start) - first + WEEK) % WEEK));
  const end = `${addMonths(month, 1)}-01`;
  const weeks: Day[][] = [];
  for (let week = days; week < end; week = addDays(week, WEEK)) {
    weeks.push(Array.from({ length: WEEK }, (_, index) => addDays(week, index)));
  }
  return weeks;
}

/** Returns the first day of the week in a locale; Monday where the browser does not know. */
export function firstWeekday(locale: string): Weekday {
  const info: unknown = weekInfo(new Intl.Locale(locale));
  return typeof info === 'object' &&
    info !== null &&
    'firstDay' in info &&
    typeof info.firstDay === 'number'
    ? info.firstDay
    : MONDAY;
}

function weekdayOf(day: Day): Weekday {
  return new Date(`${day}T00:00Z`).getUTCDay() || WEEK;
}

/** Browsers have it as a method or as a property. */
function weekInfo(locale: Intl.Locale & { getWeekInfo?: () => unknown; weekInfo?: unknown }) {
  return locale.getWeekInfo ? locale.getWeekInfo() : locale.weekInfo;
}
