import type { AnalyticsDay } from '../api/types';

const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', timeZone: 'UTC' };

/** Formats a UTC day such as 2026-03-01 in the reader's locale. */
export function shownDay(date: string): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString(undefined, DAY);
}

/** Returns the sum of a figure over some days. */
export function sumOf(days: readonly AnalyticsDay[], figure: 'views' | 'unique'): number {
  return days.reduce((sum, day) => sum + day[figure], 0);
}
