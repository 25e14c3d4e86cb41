/** The time of publication in a field for a local time, such as `2026-12-01T09:00`. */

/** The server allows two years. */
const YEARS_MAX = 2;
const MINUTE_MS = 60_000;
const MINUTE_LENGTH = 'yyyy-mm-ddThh:mm'.length;

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' });

/** Formats a time in words, in the time zone of the browser. */
export function momentText(time: Date): string {
  return moment.format(time);
}

/** Returns the value of the field for a time. */
export function fieldValue(time: Date): string {
  const local = new Date(time.getTime() - time.getTimezoneOffset() * MINUTE_MS);
  return local.toISOString().slice(0, MINUTE_LENGTH);
}

/** Returns the value that the field opens with: nine o'clock on the next day. */
export function usualValue(now: Date): string {
  return fieldValue(new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 9));
}

/** Returns the value of the latest time that the server takes. */
export function latestValue(now: Date): string {
  const latest = new Date(now);
  latest.setFullYear(latest.getFullYear() + YEARS_MAX);
  return fieldValue(latest);
}

/** Returns the time of a value, or what is wrong with it. */
export function checkValue(value: string, now: Date): { at: Date } | { message: string } {
  const at = new Date(value);
  if (Number.isNaN(at.getTime())) {
    return { message: 'Choose a date and a time' };
  }
  if (at <= now) {
    return { message: 'Choose a time in the future' };
  }
  return value > latestValue(now) ? { message: `Choose a time within ${YEARS_MAX} years` } : { at };
}
