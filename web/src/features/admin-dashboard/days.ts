import type { AnalyticsDay } from '../../shared/api/types';

const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', timeZone: 'UTC' };

/** A day such as 2026-03-01, which is one of UTC, in the reader's own format. */
export function shownDay(date: string): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString(undefined, DAY);
}

export function sumOf(days: readonly AnalyticsDay[], figure: 'views' | 'unique'): number {
  return days.reduce((sum, day) => sum + day[figure], 0);
}
