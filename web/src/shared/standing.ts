/** The standing of a reader: what the staff has limited or allowed, and until when. */
import type { ManagedUser } from './api/types';

/** The end of what is meant for good. */
export const FOR_GOOD = '9999-12-31T00:00:00.000Z';
const FOR_GOOD_FROM_YEAR = 9000;

export type Standing = Pick<
  ManagedUser,
  'silencedUntil' | 'bannedUntil' | 'isTrusted' | 'reportCount' | 'reports'
>;

/** Returns the time of an end that has not come yet; null if there is none. */
export function presentEnd(until: string | null, now: number): string | null {
  return until !== null && Date.parse(until) > now ? until : null;
}

export function isForGood(until: string): boolean {
  return new Date(until).getUTCFullYear() >= FOR_GOOD_FROM_YEAR;
}
