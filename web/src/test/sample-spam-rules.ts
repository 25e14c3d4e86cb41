import type { SpamRules } from '../shared/api/types';

/** Returns the spam rules of a new site with `changes` applied. */
export function sampleSpamRules(changes: Partial<SpamRules> = {}): SpamRules {
  return {
    level: 'open',
    newcomerDays: 3,
    newcomerComments: 3,
    maxLinks: 3,
    sameTextOthers: 2,
    reportsToHold: 3,
    newcomerSeconds: 30,
    newcomerPerHour: 10,
    perMinute: 5,
    perHour: 60,
    holdWords: [],
    refuseWords: [],
    blockedHosts: [],
    blockedMailDomains: [],
    version: 1,
    ...changes,
  };
}
