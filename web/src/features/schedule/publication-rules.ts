/** The rules for the time at which a post is to be published. The server decides; these say it earlier. */
import { type Day, type Time, dayIn, instantAt, timeIn } from './zoned-time';
import { addDays } from './months';

export type Moment = { day: Day; time: Time };

type Problem = { field: 'day' | 'time'; message: string };
export type Checked = { at: Date } | Problem;

/** A minute to write and send it, so that it is not over when it arrives. */
const LEAST_AHEAD_MS = 60_000;
const MOST_AHEAD_YEARS = 2;
const DAY_LENGTH = 'yyyy-mm-dd'.length;
const USUAL_TIME = '09:00';

/** Checks a chosen moment. */
export function checkMoment({ day, time }: Moment, zone: string, now: Date): Checked {
  if (day === '') {
    return { field: 'day', message: 'Choose a date' };
  }
  if (time === '') {
    return { field: 'time', message: 'Choose a time' };
  }
  // Fields of dates take years of more than four digits.
  if (day.length > DAY_LENGTH || day > latestDay(zone, now)) {
    return { field: 'day', message: 'Choose a date within the next two years' };
  }
  if (day < dayIn(now, zone)) {
    return { field: 'day', message: 'This day is in the past' };
  }
  const at = instantAt(day, time, zone);
  if (at.getTime() < now.getTime() + LEAST_AHEAD_MS) {
    return { field: 'time', message: 'Choose a time at least a minute from now' };
  }
  if (at > latestMoment(now)) {
    return { field: 'time', message: 'Choose a time within the next two years' };
  }
  return { at };
}

/** Returns the last day that may be chosen. */
export function latestDay(zone: string, now: Date): Day {
  return dayIn(latestMoment(now), zone);
}

/** Returns the moment that is offered first: nine o'clock of tomorrow. */
export function usualMoment(zone: string, now: Date): Moment {
  return { day: addDays(dayIn(now, zone), 1), time: USUAL_TIME };
}

export function momentOf(at: Date, zone: string): Moment {
  return { day: dayIn(at, zone), time: timeIn(at, zone) };
}

/** Whether the zone's clocks skip the moment, so that another time is meant. */
export function isSkipped({ day, time }: Moment, zone: string): boolean {
  return timeIn(instantAt(day, time, zone), zone) !== shortened(time);
}

function shortened(time: Time): Time {
  return time.endsWith(':00') && time.length > USUAL_TIME.length
    ? time.slice(0, USUAL_TIME.length)
    : time;
}

function latestMoment(now: Date): Date {
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + MOST_AHEAD_YEARS);
  return latest;
}
