/** The session of the administrator, stored under the keys of product.md §3. */
import { useSyncExternalStore } from 'react';

import type { Admin } from '../api/types';
import { createListeners } from '../listeners';
import { forgetEndedSession, recordEndedSession } from './ended-session';
import { followStored, forget, readStored, readStoredJson, store } from '../storage';

export type AdminSession = { token: string; admin: Admin };

const TOKEN_KEY = 'adminToken';
const ADMIN_KEY = 'admin';
const KEYS: readonly string[] = [TOKEN_KEY, ADMIN_KEY];
const SECOND_MS = 1_000;

const { subscribe, notify } = createListeners();
let current: AdminSession | null = readSession();
/** Whether the token was stored: only then does its absence mean that it was removed. */
let isStored = current !== null;

/** The session of the administrator; null if none is signed in. */
export function useAdmin(): AdminSession | null {
  return useSyncExternalStore(subscribe, currentAdmin, () => null);
}

export function currentAdmin(): AdminSession | null {
  return current;
}

export function startAdminSession(token: string, admin: Admin): void {
  forgetEndedSession();
  store(TOKEN_KEY, token);
  isStored = readStored(TOKEN_KEY) === token;
  setSession({ token, admin });
}

/** Updates the administrator; the session continues with the same token. */
export function updateAdmin(admin: Admin): void {
  if (current) {
    setSession({ token: current.token, admin });
  }
}

export function endAdminSession(): void {
  KEYS.forEach(forget);
  current = null;
  notify();
}

/** Returns the token for requests; null also if it was removed from the storage. */
export function adminToken(): string | null {
  const isRemoved = isStored && readStored(TOKEN_KEY) === null;
  return isRemoved ? null : (current?.token ?? null);
}

/** Returns the expiry of a token in milliseconds since 1970; null if it has none. */
export function tokenExpiry(token: string): number | null {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const claims: unknown = JSON.parse(atob(payload));
    return isRecord(claims) && typeof claims['exp'] === 'number' ? claims['exp'] * SECOND_MS : null;
  } catch {
    return null;
  }
}

/** Follows logins and logouts in other tabs. Returns a function that stops that. */
export function followAdminOfOtherTabs(): () => void {
  return followStored(KEYS, () => {
    current = readSession();
    isStored = current !== null;
    if (current) {
      forgetEndedSession();
    }
    notify();
  });
}

function setSession(session: AdminSession): void {
  store(ADMIN_KEY, JSON.stringify(session.admin));
  current = session;
  notify();
}

function readSession(): AdminSession | null {
  const token = readStored(TOKEN_KEY);
  const admin = readStoredJson(ADMIN_KEY, isAdmin);
  if (token && admin && (tokenExpiry(token) ?? Number.POSITIVE_INFINITY) > Date.now()) {
    return { token, admin };
  }
  if (token && admin) {
    recordEndedSession('admin');
  }
  // An expired or broken session must not be read again.
  KEYS.forEach(forget);
  return null;
}

function isAdmin(value: unknown): value is Admin {
  return (
    isRecord(value) && typeof value['username'] === 'string' && typeof value['email'] === 'string'
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
