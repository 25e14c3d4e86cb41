/** The sessions of readers and of administrators: stored in the browser, the same in all of its tabs. */
import { useSyncExternalStore } from 'react';

import { isRecord } from '../is-record';
import { createListeners } from '../listeners';
import { followStored, forget, readStored, readStoredJson, store } from '../storage';
import { type AccountKind, forgetEndedSession, recordEndedSession } from './ended-session';

export type Session<Account> = { token: string; account: Account };

type Options<Account> = {
  kind: AccountKind;
  /** The storage keys (product.md §3). */
  tokenKey: string;
  accountKey: string;
  /** The storage key of the expiry. Without one, the session lasts until its token expires. */
  expiryKey?: string;
  /** Whether a stored value has the fields of an account that pages use. */
  isAccount: (value: unknown) => value is Account;
};

export type SessionStore<Account> = ReturnType<typeof createSessionStore<Account>>;

/** A session with an expiry of its own ends after 24 hours (product.md §4). */
const LIFETIME_MS = 24 * 60 * 60 * 1000;
const SECOND_MS = 1_000;

export function createSessionStore<Account>(options: Options<Account>) {
  const { kind, tokenKey, accountKey, expiryKey, isAccount } = options;
  const keys = [tokenKey, accountKey, ...(expiryKey ? [expiryKey] : [])];
  const { subscribe, notify } = createListeners();
  let session = readSession();
  /** Whether the token was stored: only then does its absence mean that it was removed. */
  let isStored = session !== null;

  /** Returns the expiry in milliseconds since 1970: NaN if it is not stored, infinite if the token has none. */
  function expiryOf(token: string): number {
    return expiryKey
      ? Number(readStored(expiryKey) ?? Number.NaN)
      : (tokenExpiry(token) ?? Number.POSITIVE_INFINITY);
  }

  function readSession(): Session<Account> | null {
    const token = readStored(tokenKey);
    const account = readStoredJson(accountKey, isAccount);
    if (token && account) {
      const expiry = expiryOf(token);
      if (expiry > Date.now()) {
        return { token, account };
      }
      if (!Number.isNaN(expiry)) {
        recordEndedSession(kind);
      }
    }
    // An expired or broken session must not be read again.
    keys.forEach(forget);
    return null;
  }

  function set(next: Session<Account>): void {
    store(accountKey, JSON.stringify(next.account));
    session = next;
    notify();
  }

  function current(): Session<Account> | null {
    return session;
  }

  function end(): void {
    keys.forEach(forget);
    session = null;
    notify();
  }

  return {
    kind,
    current,
    end,
    /** The current session; null if there is none. */
    useCurrent: () => useSyncExternalStore(subscribe, current, () => null),
    start: (token: string, account: Account): void => {
      forgetEndedSession();
      store(tokenKey, token);
      isStored = readStored(tokenKey) === token;
      if (expiryKey) {
        store(expiryKey, String(Date.now() + LIFETIME_MS));
      }
      set({ token, account });
    },
    /** Updates the account; the session continues with the same token. */
    update: (account: Account): void => {
      if (session) {
        set({ token: session.token, account });
      }
    },
    /** Ends a session that the server no longer accepts; a message says so. */
    expire: (): void => {
      recordEndedSession(kind);
      end();
    },
    /** Returns the token for requests; null also if it was removed from the storage. */
    token: (): string | null => {
      const isRemoved = isStored && readStored(tokenKey) === null;
      return isRemoved ? null : (session?.token ?? null);
    },
    /** Returns the expiry in milliseconds since 1970; null without a session or an expiry. */
    expiry: (): number | null => {
      const expiry = session ? expiryOf(session.token) : Number.NaN;
      return Number.isFinite(expiry) ? expiry : null;
    },
    /** Follows logins and logouts in other tabs. Returns a function that stops that. */
    followOtherTabs: (): (() => void) =>
      followStored(keys, () => {
        session = readSession();
        isStored = session !== null;
        if (session) {
          forgetEndedSession();
        }
        notify();
      }),
  };
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
