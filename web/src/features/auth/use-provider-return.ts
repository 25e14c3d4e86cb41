import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { readFromTab, removeFromTab, storeInTab } from '../../shared/storage';
import type { AuthState } from './auth-state';
import { PROVIDER_FAILURES } from './texts';

/** The path to navigate to after the login, kept while the tab is at the provider. */
const RETURN_KEY = 'loginReturn';
const CODE_IN_HASH = /^#[0-9a-f]{64}$/;

/** Keeps the path to navigate to when the reader is back from a provider. */
export function rememberReturn(from: string | undefined): void {
  if (from === undefined) {
    removeFromTab(RETURN_KEY);
  } else {
    storeInTab(RETURN_KEY, from);
  }
}

/**
 * Returns what the address of the login page brings from a provider, the code of a sign-in or why there is none, and
 * removes it from the address bar and the history.
 */
export function useProviderReturn() {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const present = broughtBy(search, hash);
  const [brought, setBrought] = useState(present);

  // The tab may come back from a provider again.
  if (present !== '' && present !== brought) {
    setBrought(present);
  }

  useEffect(() => {
    if (present !== '') {
      const state: AuthState = { from: readFromTab(RETURN_KEY) ?? undefined };
      void navigate(pathname, { replace: true, state });
    }
  }, [present, pathname, navigate]);

  return {
    code: brought.startsWith('#') ? brought.slice(1) : undefined,
    /** Whether it is out of the address, and the state of the location has the path that a sign-in leads to. */
    isTaken: present === '',
    failure: PROVIDER_FAILURES.get(brought),
    /** Forgets it, for a login in another way. */
    forget: () => {
      setBrought('');
    },
  };
}

/** Returns the code with its `#`, or the name of a failure; empty if there is neither. */
function broughtBy(search: string, hash: string): string {
  const failure = new URLSearchParams(search).get('error') ?? '';
  return CODE_IN_HASH.test(hash) ? hash : PROVIDER_FAILURES.has(failure) ? failure : '';
}
