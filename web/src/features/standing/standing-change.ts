/** The rules of the standing of readers: which changes there are, and what they say. */
import type { ManagedUser } from '../../shared/api/types';
import { FOR_GOOD, isForGood, presentEnd } from '../../shared/standing';

const DAY_MS = 86_400_000;

/** The lengths of a silence or a ban; `keep` leaves it as it is. */
export type Term = 'keep' | 'none' | '1' | '7' | '30' | 'good';
export type Trust = 'keep' | 'yes' | 'no';

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

export type StandingValues = { silence: Term; ban: Term; trust: Trust };

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** Returns what the form changes; the end of a term counts from now. */
export function standingChange(values: StandingValues, now: number): StandingChange {
  const { silence, ban, trust } = values;
  return {
    ...(silence !== 'keep' && { silencedUntil: endOf(silence, now) }),
    ...(ban !== 'keep' && { bannedUntil: endOf(ban, now) }),
    ...(trust !== 'keep' && { isTrusted: trust === 'yes' }),
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

export function untilText(until: string): string {
  return isForGood(until) ? 'for good' : `until ${day.format(new Date(until))}`;
}

/** Returns the standing of a reader in words. */
export function standingText(user: ManagedUser, now: number): string {
  const silencedUntil = presentEnd(user.silencedUntil, now);
  const bannedUntil = presentEnd(user.bannedUntil, now);
  const parts = [
    silencedUntil === null ? 'not silenced' : `silenced ${untilText(silencedUntil)}`,
    (user.isBanned && 'banned') ||
      (bannedUntil === null ? 'not banned' : `banned ${untilText(bannedUntil)}`),
    ...(user.isTrusted ? ['trusted'] : []),
  ];
  return parts.join(', ');
}
