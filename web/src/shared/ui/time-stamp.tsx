import { useIsServed } from '../served';

const day = formatter({ dateStyle: 'medium' });
const moment = formatter({ dateStyle: 'medium', timeStyle: 'short' });
const month = formatter({ month: 'long', year: 'numeric' });
const full = formatter({ dateStyle: 'full', timeStyle: 'short' });
const MINUTE_MS = 60_000;
const MINUTES_AN_HOUR = 60;
const MINUTES_A_DAY = 1440;

type Props = { time: string; form?: 'day' | 'month' | 'moment' | 'relative' | 'ago' };

/** A moment in the reader's own format, with all of it on hover. */
export function TimeStamp({ time, form = 'day' }: Props) {
  if (useIsServed()) {
    // What the server wrote stays.
    return (
      <time dateTime={time} suppressHydrationWarning>
        {time}
      </time>
    );
  }
  const date = new Date(time);
  return (
    <time dateTime={time} title={full(date)}>
      {shown(date, form)}
    </time>
  );
}

/** Made when it is first needed, and kept: to make one takes longer than to write a hundred dates. */
function formatter(options: Intl.DateTimeFormatOptions): (date: Date) => string {
  let made: Intl.DateTimeFormat | undefined;
  return (date) => (made ??= new Intl.DateTimeFormat(undefined, options)).format(date);
}

function shown(date: Date, form: NonNullable<Props['form']>): string {
  switch (form) {
    case 'day':
      return day(date);
    case 'month':
      return month(date);
    case 'moment':
      return moment(date);
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
