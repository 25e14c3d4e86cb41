/** Sessions that expired or were revoked: one message in every tab, over the page or at the login. */
import { useSyncExternalStore } from 'react';

import { createListeners } from '../listeners';
import { forget, readFromTab, removeFromTab, store, storeInTab } from '../storage';

export const SESSION_ENDED = 'Your session has ended. Please log in again.';

export type AccountKind = 'reader' | 'admin';

/** The account whose session ended: kept for the login of this tab, and briefly stored for the other tabs. */
export const ENDED_SESSION_KEY = 'endedSession';
/** Set until the message is shown: the page may be reloaded before. */
const MESSAGE_PENDING_KEY = 'endedSessionUntold';

const { subscribe, notify } = createListeners();
let endedAccount = readFromTab(ENDED_SESSION_KEY);
let isMessagePending = readFromTab(MESSAGE_PENDING_KEY) !== null;

export const endedSessions = { subscribe, record: recordHere };

/** Records that the session of this account ended without a logout. Must be called before the session is removed. */
export function recordEndedSession(account: AccountKind): void {
  recordInOtherTabs(account);
  recordHere(account);
}

/** `recordEndedSession` for a page that reloads at once and shows the message afterwards. */
export function recordEndedSessionForReload(account: AccountKind): void {
  recordInOtherTabs(account);
  storeAccount(account);
}

/** Whether the message has yet to be shown. The caller must show it. */
export function takePendingMessage(): boolean {
  const wasPending = isMessagePending;
  isMessagePending = false;
  removeFromTab(MESSAGE_PENDING_KEY);
  return wasPending;
}

/** Forgets the ended session, at a login or another message about one. */
export function forgetEndedSession(): void {
  endedAccount = null;
  removeFromTab(ENDED_SESSION_KEY);
  takePendingMessage();
  notify();
}

/** The account whose session ended; null if none did. */
export function useEndedSession(): string | null {
  return useSyncExternalStore(
    subscribe,
    () => endedAccount,
    () => null,
  );
}

function recordHere(account: string): void {
  if (endedAccount !== account) {
    endedAccount = account;
    isMessagePending = true;
    storeAccount(account);
    notify();
  }
}

function recordInOtherTabs(account: string): void {
  store(ENDED_SESSION_KEY, account);
  forget(ENDED_SESSION_KEY);
}

function storeAccount(account: string): void {
  storeInTab(ENDED_SESSION_KEY, account);
  storeInTab(MESSAGE_PENDING_KEY, account);
}
