/** A session that ended by itself: the pages say so, and the login until somebody signs in. */
import { useSyncExternalStore } from 'react';

import { createListeners } from '../listeners';
import { forgetForNow, readForNow, storeForNow } from '../storage';
import { toast } from '../toast';

export const SESSION_ENDED = 'Your session has ended. Please log in again.';

export type Account = 'reader' | 'admin';

/** Whose session ended, for the login. */
const KEY = 'endedSession';
/** Set where the page is loaded anew, and says so then. */
const UNTOLD_KEY = 'endedSessionUntold';

const { subscribe, tell } = createListeners();
let ended = accountIn(readForNow(KEY));
if (readForNow(UNTOLD_KEY) !== null) {
  forgetForNow(UNTOLD_KEY);
  toast.error(SESSION_ENDED);
}

/** The session of this account is over, and its holder did not end it. */
export function noteEndedSession(account: Account): void {
  ended = account;
  storeForNow(KEY, account);
  toast.error(SESSION_ENDED);
  tell();
}

/** As `noteEndedSession`, where the page is loaded anew at once. */
export function noteEndedSessionForReload(account: Account): void {
  storeForNow(KEY, account);
  storeForNow(UNTOLD_KEY, account);
}

/** Somebody signed in. */
export function forgetEndedSession(): void {
  ended = null;
  forgetForNow(KEY);
  forgetForNow(UNTOLD_KEY);
  tell();
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
