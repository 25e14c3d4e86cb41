/** Remembers for this tab that a session ended by itself, so that the pages say so until somebody signs in. */
import { useSyncExternalStore } from 'react';

import { createListeners } from '../listeners';
import { forgetForNow, readForNow, storeForNow } from '../storage';

export const SESSION_ENDED = 'Your session has ended. Please log in again.';

export type Account = 'reader' | 'admin';

const KEY = 'endedSession';

const { subscribe, tell } = createListeners();
let ended = accountIn(readForNow(KEY));

/** The session of this account is over, and its holder did not end it. */
export function noteEndedSession(account: Account): void {
  ended = account;
  storeForNow(KEY, account);
  tell();
}

/** Somebody signed in or out, or has read it. */
export function forgetEndedSession(): void {
  if (ended !== null) {
    ended = null;
    forgetForNow(KEY);
    tell();
  }
}

/** Whose session ended by itself; null when none did. */
export function useEndedSession(): Account | null {
  return useSyncExternalStore(
    subscribe,
    () => ended,
    () => null,
  );
}

function accountIn(stored: string | null): Account | null {
  return stored === 'reader' || stored === 'admin' ? stored : null;
}
