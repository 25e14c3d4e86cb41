/** Who is signed in, kept in the browser under the names that product.md §3 gives. */
import { useSyncExternalStore } from 'react';

import type { User } from '../api/types';
import { createListeners } from '../listeners';
import { forgetEndedSession, noteEndedSession } from './ended-session';
import { followStored, forget, readStored, readStoredJson, store } from '../storage';

export type Session = { token: string; user: User };

const TOKEN_KEY = 'token';
const USER_KEY = 'user';
const EXPIRES_KEY = 'expiresAt';
const KEYS: readonly string[] = [TOKEN_KEY, USER_KEY, EXPIRES_KEY];
/** The client ends its session after 24 hours (product.md §4). */
const LIFETIME_MS = 24 * 60 * 60 * 1000;

const { subscribe, tell } = createListeners();
let present: Session | null = readSession();

/** The session of this browser; null for a visitor. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, currentSession, () => null);
}

export function currentSession(): Session | null {
  return present;
}

export function startSession(token: string, user: User, now: number = Date.now()): void {
  forgetEndedSession();
  store(TOKEN_KEY, token);
  store(EXPIRES_KEY, String(now + LIFETIME_MS));
  keepUser({ token, user });
}

/** The reader changed: the session goes on with the same token. */
export function updateUser(user: User): void {
  if (present) {
    keepUser({ token: present.token, user });
  }
}

export function endSession(): void {
  KEYS.forEach(forget);
  present = null;
  tell();
}

/** When the session is over, in milliseconds since 1970; null when there is none. */
export function sessionEnd(): number | null {
  const end = Number(readStored(EXPIRES_KEY) ?? Number.NaN);
  return present && Number.isFinite(end) ? end : null;
}

/** Another tab signed in or out. */
export function followOtherTabs(): () => void {
  return followStored(KEYS, () => {
    present = readSession();
    if (present) {
      forgetEndedSession();
    }
    tell();
  });
}

function keepUser(session: Session): void {
  store(USER_KEY, JSON.stringify(session.user));
  present = session;
  tell();
}

function readSession(): Session | null {
  const token = readStored(TOKEN_KEY);
  const user = readStoredJson(USER_KEY, isUser);
  const end = Number(readStored(EXPIRES_KEY) ?? Number.NaN);
  if (token && user && end > Date.now()) {
    return { token, user };
  }
  if (token && user && Number.isFinite(end)) {
    noteEndedSession('reader');
  }
  // What is over or broken would only mislead whoever reads it next.
  KEYS.forEach(forget);
  return null;
}

/** Whether a stored or handed-on value holds what the pages read of a reader. */
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
