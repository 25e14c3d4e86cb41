import type { ManagedUser } from '../shared/api/types';
import { sampleUser } from './sample-user';

/** Returns a sample reader in the list of the staff with `changes` applied. */
export function sampleManagedUser(changes: Partial<ManagedUser> = {}): ManagedUser {
  return {
    ...sampleUser(),
    silencedUntil: null,
    bannedUntil: null,
    isTrusted: false,
    reportCount: 0,
    reports: [],
    ...changes,
  };
}
