/** Days and times of day in a time zone, by the browser's own tables of zones. */

/** A day of the calendar, as `2026-12-01`. Days compare as texts do. */
export type Day = string;
/** A time of day, as `09:00` or `09:00:30`. */
export type Time = string;

const DAY_MS = 86_400_000;
const MINUTES_LENGTH = 5;

/** Returns the time zone of the browser, such as `Europe/Zurich`. */
export function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Returns the day of an instant in a zone. */
export function dayIn(instant: Date, zone: string): Day {
  return wallClock(instant.getTime(), zone).slice(0, 'yyyy-mm-dd'.length);
}

/** Returns the time of day of an instant in a zone; with seconds only if there are any. */
export function timeIn(instant: Date, zone: string): Time {
  const time = wallClock(instant.getTime(), zone).slice('yyyy-mm-ddT'.length);
  return time.endsWith(':00') ? time.slice(0, MINUTES_LENGTH) : time;
}

/**
 * Returns the instant of a day and a time in a zone. A time that the clocks skip moves forward by as much as they do; of
 * a time that comes twice, the first one counts.
 */
export function instantAt(day: Day, time: Time, zone: string): Date {
  const wall = Date.parse(`${day}T${time}Z`);
  const before = wall - offsetAt(wall - DAY_MS, zone);
  const after = wall - offsetAt(wall + DAY_MS, zone);
  const isBefore = before - wall === -offsetAt(before, zone);
  const isAfter = after - wall === -offsetAt(after, zone);
  return new Date(isAfter && !isBefore ? after : before);
}

/** Returns what the zone's clocks are ahead of UTC at a time, in milliseconds. */
function offsetAt(time: number, zone: string): number {
  const seconds = Math.floor(time / 1_000) * 1_000;
  return Date.parse(`${wallClock(seconds, zone)}Z`) - seconds;
}

/** Returns what the zone's clocks show, as `2026-12-01T09:00:00`. */
function wallClock(time: number, zone: string): string {
  const parts = Object.fromEntries(
    clockOf(zone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  );
  const { year = '', month = '', day = '', hour = '', minute = '', second = '' } = parts;
  return `${year.padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}`;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) {
    return known;
  }
  const clock = new Intl.DateTimeFormat('en-US', {
    calendar: 'iso8601',
    numberingSystem: 'latn',
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  clocks.set(zone, clock);
  return clock;
}
