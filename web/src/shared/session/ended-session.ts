/** A session that ended by itself: one message says so, over the page or at the login, in every tab. */
import { useSyncExternalStore } from 'react';

import { createListeners } from '../listeners';
import { followStored, forget, forgetForNow, readForNow, store, storeForNow } from '../storage';
import { toast } from '../toast';

export const SESSION_ENDED = 'Your session has ended. Please log in again.';

export type Account = 'reader' | 'admin';

/** Whose session ended: for the login of this tab, and for a moment for the other tabs. */
const KEY = 'endedSession';
/** Set until a message was shown: the page may be loaded anew before. */
const UNTOLD_KEY = 'endedSessionUntold';
/** A page that leads to the login because of it has done so by then. */
const TELL_AFTER_MS = 300;

const { subscribe, tell } = createListeners();
let ended = accountIn(readForNow(KEY));
let isUntold = readForNow(UNTOLD_KEY) !== null;

/** The session of this account is over, and its holder did not end it. To be called before it is forgotten. */
export function noteEndedSession(account: Account): void {
  tellOtherTabs(account);
  noteHere(account);
}

/** As `noteEndedSession`, where the page is loaded anew at once. */
export function noteEndedSessionForReload(account: Account): void {
  tellOtherTabs(account);
  storeForNow(KEY, account);
  storeForNow(UNTOLD_KEY, account);
}

/** Another tab noticed that a session ended. Returns how to stop following. */
export function followEndedSessions(): () => void {
  return followStored([KEY], ({ newValue }) => {
    const account = accountIn(newValue);
    if (account) {
      noteHere(account);
    }
  });
}

/** Shows the message, unless the login shows it instead. Returns how to cancel that. */
export function tellEndedSession(): () => void {
  const timer = setTimeout(() => {
    if (claimMessage()) {
      toast.error(SESSION_ENDED);
    }
  }, TELL_AFTER_MS);
  return () => {
    clearTimeout(timer);
  };
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
  forgetForNow(KEY);
  claimMessage();
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

function noteHere(account: Account): void {
  if (ended !== account) {
    ended = account;
    isUntold = true;
    storeForNow(KEY, account);
    storeForNow(UNTOLD_KEY, account);
    tell();
  }
}

function tellOtherTabs(account: Account): void {
  store(KEY, account);
  forget(KEY);
}

function accountIn(stored: string | null): Account | null {
  return stored === 'reader' || stored === 'admin' ? stored : null;
}
