/** The days of a year as weeks, since there is no room for a bar each. */
import type { PostAnalyticsDay } from '../../shared/api/types';

const DAYS_MAX = 90;
const WEEK = 7;
const FIGURES = ['views', 'unique', 'mobile', 'desktop', 'finished'] as const;

/** Whether there are so many days that the chart shows weeks. */
export function isShownByWeek(days: readonly PostAnalyticsDay[]): boolean {
  return days.length > DAYS_MAX;
}

/** Returns the sums of each week under the date of its first day. The last week ends with the last day; the first one may be shorter. */
export function byWeek(days: readonly PostAnalyticsDay[]): PostAnalyticsDay[] {
  const first = days.length % WEEK;
  const starts = Array.from(
    { length: Math.ceil(days.length / WEEK) },
    (_, week) => first + (first > 0 ? week - 1 : week) * WEEK,
  );
  return starts.flatMap((start) => {
    const week = days.slice(Math.max(0, start), start + WEEK);
    return week[0] ? [sumOf(week, week[0].date)] : [];
  });
}

function sumOf(days: readonly PostAnalyticsDay[], date: string): PostAnalyticsDay {
  const sum = { date, views: 0, unique: 0, mobile: 0, desktop: 0, finished: 0 };
  for (const day of days) {
    for (const figure of FIGURES) {
      sum[figure] += day[figure];
    }
  }
  return sum;
}
