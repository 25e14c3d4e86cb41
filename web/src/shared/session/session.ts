/** The session of the reader, stored under the keys of product.md §3. */
import { useSyncExternalStore } from 'react';

import type { User } from '../api/types';
import { createListeners } from '../listeners';
import { forgetEndedSession, recordEndedSession } from './ended-session';
import { followStored, forget, readStored, readStoredJson, store } from '../storage';

export type Session = { token: string; user: User };

const TOKEN_KEY = 'token';
const USER_KEY = 'user';
const EXPIRES_KEY = 'expiresAt';
const KEYS: readonly string[] = [TOKEN_KEY, USER_KEY, EXPIRES_KEY];
/** The client ends its session after 24 hours (product.md §4). */
const LIFETIME_MS = 24 * 60 * 60 * 1000;

const { subscribe, notify } = createListeners();
let current: Session | null = readSession();

/** The session of the reader; null for a visitor. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, currentSession, () => null);
}

export function currentSession(): Session | null {
  return current;
}

export function startSession(token: string, user: User, now: number = Date.now()): void {
  forgetEndedSession();
  store(TOKEN_KEY, token);
  store(EXPIRES_KEY, String(now + LIFETIME_MS));
  setSession({ token, user });
}

/** Updates the reader; the session continues with the same token. */
export function updateUser(user: User): void {
  if (current) {
    setSession({ token: current.token, user });
  }
}

export function endSession(): void {
  KEYS.forEach(forget);
  current = null;
  notify();
}

/** Returns the expiry of the session in milliseconds since 1970; null without a session. */
export function sessionExpiry(): number | null {
  const end = Number(readStored(EXPIRES_KEY) ?? Number.NaN);
  return current && Number.isFinite(end) ? end : null;
}

/** Follows logins and logouts in other tabs. Returns a function that stops that. */
export function followOtherTabs(): () => void {
  return followStored(KEYS, () => {
    current = readSession();
    if (current) {
      forgetEndedSession();
    }
    notify();
  });
}

function setSession(session: Session): void {
  store(USER_KEY, JSON.stringify(session.user));
  current = session;
  notify();
}

function readSession(): Session | null {
  const token = readStored(TOKEN_KEY);
  const user = readStoredJson(USER_KEY, isUser);
  const end = Number(readStored(EXPIRES_KEY) ?? Number.NaN);
  if (token && user && end > Date.now()) {
    return { token, user };
  }
  if (token && user && Number.isFinite(end)) {
    recordEndedSession('reader');
  }
  // An expired or broken session must not be read again.
  KEYS.forEach(forget);
  return null;
}

/** Whether a value from the storage or a response has the fields of a reader that pages use. */
export function isUser(value: unknown): value is User {
  return (
    isRecord(value) &&
    [value['_id'], value['name'], value['email'], value['bio']].every(
      (text) => typeof text === 'string',
    ) &&
    typeof value['onboarded'] === 'boolean' &&
    isRecord(value['socialLinks'])
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
