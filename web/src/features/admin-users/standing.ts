/** The standing of a reader: what staff has limited or allowed. */
import type { ManagedUser } from '../../shared/api/types';

const DAY_MS = 86_400_000;
/** The end of what is meant for good. */
const FOR_GOOD = '9999-12-31T00:00:00.000Z';
const FOR_GOOD_FROM_YEAR = 9000;

/** The lengths of a silence or a ban; `keep` leaves it as it is. */
export type Term = 'keep' | 'none' | '1' | '7' | '30' | 'good';

export const TERMS = [
  { value: '1', label: '1 day' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: 'good', label: 'For good' },
] as const;

export type StandingChange = {
  silencedUntil?: string | null;
  bannedUntil?: string | null;
  isTrusted?: boolean;
};

export type StandingValues = { silence: Term; ban: Term; isTrusted: boolean };

/** Returns the time of an end that has not come yet; null if there is none. */
export function presentEnd(until: string | null, now: number): string | null {
  return until !== null && Date.parse(until) > now ? until : null;
}

export function isForGood(until: string): boolean {
  return new Date(until).getUTCFullYear() >= FOR_GOOD_FROM_YEAR;
}

/** Returns what the form changes; the end of a term counts from now. */
export function standingChange(
  values: StandingValues,
  user: Pick<ManagedUser, 'isTrusted'>,
  now: number,
): StandingChange {
  return {
    ...(values.silence !== 'keep' && { silencedUntil: endOf(values.silence, now) }),
    ...(values.ban !== 'keep' && { bannedUntil: endOf(values.ban, now) }),
    ...(values.isTrusted !== user.isTrusted && { isTrusted: values.isTrusted }),
  };
}

function endOf(term: Exclude<Term, 'keep'>, now: number): string | null {
  switch (term) {
    case 'none':
      return null;
    case 'good':
      return FOR_GOOD;
    default:
      return new Date(now + Number(term) * DAY_MS).toISOString();
  }
}
