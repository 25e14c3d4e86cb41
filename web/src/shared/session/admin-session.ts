/** Which administrator is signed in, kept in the browser under the names that product.md §3 gives. */
import { useSyncExternalStore } from 'react';

import type { Admin } from '../api/types';
import { createListeners } from '../listeners';
import { forgetEndedSession, noteEndedSession } from './ended-session';
import { followStored, forget, readStored, readStoredJson, store } from '../storage';

export type AdminSession = { token: string; admin: Admin };

const TOKEN_KEY = 'adminToken';
const ADMIN_KEY = 'admin';
const KEYS: readonly string[] = [TOKEN_KEY, ADMIN_KEY];
const SECOND_MS = 1_000;

const { subscribe, tell } = createListeners();
let present: AdminSession | null = readSession();
/** Whether the browser keeps the token at all: one that does not has lost nothing. */
let isKept = present !== null;

/** The administrator of this browser; null when none is signed in. */
export function useAdmin(): AdminSession | null {
  return useSyncExternalStore(subscribe, currentAdmin, () => null);
}

export function currentAdmin(): AdminSession | null {
  return present;
}

export function startAdminSession(token: string, admin: Admin): void {
  forgetEndedSession();
  store(TOKEN_KEY, token);
  isKept = readStored(TOKEN_KEY) === token;
  keepAdmin({ token, admin });
}

/** The administrator changed: the session goes on with the same token. */
export function updateAdmin(admin: Admin): void {
  if (present) {
    keepAdmin({ token: present.token, admin });
  }
}

export function endAdminSession(): void {
  KEYS.forEach(forget);
  present = null;
  tell();
}

/** The token to call with; null also when the browser was made to forget it. */
export function adminToken(): string | null {
  const isLost = isKept && readStored(TOKEN_KEY) === null;
  return isLost ? null : (present?.token ?? null);
}

/** When a token is over, in milliseconds since 1970, as it says itself; null when it does not. */
export function tokenEnd(token: string): number | null {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const claims: unknown = JSON.parse(atob(payload));
    return isRecord(claims) && typeof claims['exp'] === 'number' ? claims['exp'] * SECOND_MS : null;
  } catch {
    return null;
  }
}

/** Another tab signed in or out. */
export function followAdminOfOtherTabs(): () => void {
  return followStored(KEYS, () => {
    present = readSession();
    isKept = present !== null;
    if (present) {
      forgetEndedSession();
    }
    tell();
  });
}

function keepAdmin(session: AdminSession): void {
  store(ADMIN_KEY, JSON.stringify(session.admin));
  present = session;
  tell();
}

function readSession(): AdminSession | null {
  const token = readStored(TOKEN_KEY);
  const admin = readStoredJson(ADMIN_KEY, isAdmin);
  if (token && admin && (tokenEnd(token) ?? Number.POSITIVE_INFINITY) > Date.now()) {
    return { token, admin };
  }
  if (token && admin) {
    noteEndedSession('admin');
  }
  // What is over or broken would only mislead whoever reads it next.
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
