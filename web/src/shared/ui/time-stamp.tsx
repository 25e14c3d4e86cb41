const DAY: Intl.DateTimeFormatOptions = { dateStyle: 'medium' };
const MOMENT: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' };
const MONTH: Intl.DateTimeFormatOptions = { month: 'long', year: 'numeric' };
const FULL: Intl.DateTimeFormatOptions = { dateStyle: 'full', timeStyle: 'short' };
const MINUTE_MS = 60_000;
const MINUTES_AN_HOUR = 60;
const MINUTES_A_DAY = 1440;

type Props = { time: string; form?: 'day' | 'month' | 'moment' | 'relative' | 'ago' };

/** A moment in the reader's own format, with all of it on hover. */
export function TimeStamp({ time, form = 'day' }: Props) {
  const date = new Date(time);
  return (
    <time dateTime={time} title={date.toLocaleString(undefined, FULL)}>
      {shown(date, form)}
    </time>
  );
}

function shown(date: Date, form: NonNullable<Props['form']>): string {
  switch (form) {
    case 'day':
      return date.toLocaleDateString(undefined, DAY);
    case 'month':
      return date.toLocaleDateString(undefined, MONTH);
    case 'moment':
      return date.toLocaleString(undefined, MOMENT);
    case 'relative':
      return relativeTime(date, new Date());
    case 'ago':
      return relativeTime(date, new Date(), 'less than a minute ago');
  }
}

/** Under 60 minutes as minutes, under 1440 as hours, otherwise days (product.md §9). */
export function relativeTime(date: Date, now: Date, atFirst = 'just now'): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - date.getTime()) / MINUTE_MS));
  if (minutes < 1) {
    return atFirst;
  }
  if (minutes < MINUTES_AN_HOUR) {
    return counted(minutes, 'minute');
  }
  if (minutes < MINUTES_A_DAY) {
    return counted(Math.floor(minutes / MINUTES_AN_HOUR), 'hour');
  }
  return counted(Math.floor(minutes / MINUTES_A_DAY), 'day');
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}
