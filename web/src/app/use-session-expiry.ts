import { useEffect, useRef } from 'react';

import type { SessionStore } from '../shared/session/session-store';
import { onExpiry } from './on-expiry';

type Options<Account> = {
  /** Fetches the account of the current token. */
  fetchAccount: () => Promise<Account | null | undefined>;
  /** Called when the session expires; it has to end the session. */
  onExpired: () => void;
  /** Called when another account or none is signed in: cached data must not reach it. */
  onAccountChange: () => void;
};

/** Verifies the stored account at the start, follows other tabs and ends the session when it expires. */
export function useSessionExpiry<Account extends { _id: string }>(
  session: SessionStore<Account>,
  options: Options<Account>,
): void {
  const { token, account } = session.useCurrent() ?? {};
  const accountId = account?._id;
  // Not from the render: hydration renders a visitor's page first.
  const previousId = useRef(session.current()?.account._id);
  const latest = useRef(options);

  useEffect(() => {
    latest.current = options;
  });

  useEffect(() => session.followOtherTabs(), [session]);

  useEffect(() => {
    void verifyAccount(session, latest.current.fetchAccount);
  }, [session]);

  useEffect(() => {
    if (!token) {
      return undefined;
    }
    return onExpiry(session.expiry, () => {
      latest.current.onExpired();
    });
  }, [session, token]);

  useEffect(() => {
    const currentId = session.current()?.account._id;
    if (previousId.current !== currentId) {
      previousId.current = currentId;
      latest.current.onAccountChange();
    }
  }, [session, accountId]);
}

async function verifyAccount<Account>(
  session: SessionStore<Account>,
  fetchAccount: Options<Account>['fetchAccount'],
): Promise<void> {
  const token = session.current()?.token;
  if (!token) {
    return;
  }
  try {
    const account = await fetchAccount();
    if (account && session.current()?.token === token) {
      session.update(account);
    }
  } catch {
    // A rejected token has already ended the session; without a network the account stays signed in.
  }
}
