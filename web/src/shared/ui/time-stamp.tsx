import { useIsHydrating } from '../hydration';

const day = formatter({ dateStyle: 'medium' });
const moment = formatter({ dateStyle: 'medium', timeStyle: 'short' });
const clock = formatter({ timeStyle: 'short' });
const month = formatter({ month: 'long', year: 'numeric' });
const full = formatter({ dateStyle: 'full', timeStyle: 'short' });
const MINUTE_MS = 60_000;
const MINUTES_AN_HOUR = 60;
const MINUTES_A_DAY = 1440;

type Props = { time: string; form?: 'day' | 'month' | 'clock' | 'moment' | 'relative' | 'ago' };

/** A time in the reader's locale, with the full form as title. */
export function TimeStamp({ time, form = 'day' }: Props) {
  if (useIsHydrating()) {
    // Hydration keeps the server's text.
    return (
      <time dateTime={time} suppressHydrationWarning>
        {time}
      </time>
    );
  }
  const date = new Date(time);
  return (
    <time dateTime={time} title={full(date)}>
      {formatDate(date, form)}
    </time>
  );
}

/** Creates a lazy formatter: creating one takes longer than formatting a hundred dates. */
function formatter(options: Intl.DateTimeFormatOptions): (date: Date) => string {
  let instance: Intl.DateTimeFormat | undefined;
  return (date) => (instance ??= new Intl.DateTimeFormat(undefined, options)).format(date);
}

function formatDate(date: Date, form: NonNullable<Props['form']>): string {
  switch (form) {
    case 'day':
      return day(date);
    case 'month':
      return month(date);
    case 'moment':
      return moment(date);
    case 'clock':
      return clock(date);
    case 'relative':
      return relativeTime(date, new Date());
    case 'ago':
      return relativeTime(date, new Date(), 'less than a minute ago');
  }
}

/** Formats under 60 minutes as minutes, under 1440 as hours, otherwise as days (product.md §9). */
export function relativeTime(date: Date, now: Date, atFirst = 'just now'): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - date.getTime()) / MINUTE_MS));
  if (minutes < 1) {
    return atFirst;
  }
  if (minutes < MINUTES_AN_HOUR) {
    return formatAgo(minutes, 'minute');
  }
  if (minutes < MINUTES_A_DAY) {
    return formatAgo(Math.floor(minutes / MINUTES_AN_HOUR), 'hour');
  }
  return formatAgo(Math.floor(minutes / MINUTES_A_DAY), 'day');
}

function formatAgo(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}
