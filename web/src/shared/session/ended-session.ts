/** A session that ended by itself: one message says so, over the page or at the login, in every tab. */
import { useSyncExternalStore } from 'react';

import { createListeners } from '../listeners';
import { forget, forgetForNow, readForNow, store, storeForNow } from '../storage';

export const SESSION_ENDED = 'Your session has ended. Please log in again.';

export type Account = 'reader' | 'admin';

/** Whose session ended: for the login of this tab, and for a moment for the other tabs. */
export const ENDED_SESSION_KEY = 'endedSession';
/** Set until a message was shown: the page may be loaded anew before. */
const UNTOLD_KEY = 'endedSessionUntold';

const { subscribe, tell } = createListeners();
let ended = readForNow(ENDED_SESSION_KEY);
let isUntold = readForNow(UNTOLD_KEY) !== null;

export const endedSessions = { subscribe, note: noteHere };

/** The session of this account is over, and its holder did not end it. To be called before it is forgotten. */
export function noteEndedSession(account: Account): void {
  noteInOtherTabs(account);
  noteHere(account);
}

/** As `noteEndedSession`, where the page is loaded anew at once, and says it then. */
export function noteEndedSessionForReload(account: Account): void {
  noteInOtherTabs(account);
  keep(account);
}

/** Whether the message has yet to be shown. Whoever asks shows it. */
export function claimMessage(): boolean {
  const wasUntold = isUntold;
  isUntold = false;
  forgetForNow(UNTOLD_KEY);
  return wasUntold;
}

/** Somebody signed in, or was told otherwise to do so. */
export function forgetEndedSession(): void {
  ended = null;
  forgetForNow(ENDED_SESSION_KEY);
  claimMessage();
  tell();
}

/** Whose session ended by itself; null when none did. */
export function useEndedSession(): string | null {
  return useSyncExternalStore(
    subscribe,
    () => ended,
    () => null,
  );
}

function noteHere(account: string): void {
  if (ended !== account) {
    ended = account;
    isUntold = true;
    keep(account);
    tell();
  }
}

function noteInOtherTabs(account: string): void {
  store(ENDED_SESSION_KEY, account);
  forget(ENDED_SESSION_KEY);
}

function keep(account: string): void {
  storeForNow(ENDED_SESSION_KEY, account);
  storeForNow(UNTOLD_KEY, account);
}
