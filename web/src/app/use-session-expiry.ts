import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { unwrap, api } from '../shared/api/client';
import { reloadPage } from '../shared/reload-page';
import { recordEndedSessionForReload } from '../shared/session/ended-session';
import {
  currentSession,
  endSession,
  followOtherTabs,
  sessionExpiry,
  updateUser,
  useSession,
} from '../shared/session/session';
import { onExpiry } from './on-expiry';

/** Verifies the stored reader at the start and ends the session when it expires. */
export function useSessionExpiry(queryClient: QueryClient, reload: () => void = reloadPage): void {
  const session = useSession();
  const token = session?.token;
  const readerId = session?.user._id;
  // Not from the render: hydration renders a visitor's page first.
  const previousId = useRef(currentSession()?.user._id);

  useEffect(followOtherTabs, []);

  useEffect(() => {
    void verifySession();
  }, []);

  useEffect(() => {
    if (!token) {
      return undefined;
    }
    return onExpiry(sessionExpiry, () => {
      recordEndedSessionForReload('reader');
      endSession();
      reload();
    });
  }, [token, reload]);

  // Data of one reader must not reach the next.
  useEffect(() => {
    const currentId = currentSession()?.user._id;
    if (previousId.current !== currentId) {
      previousId.current = currentId;
      queryClient.removeQueries({ type: 'inactive' });
      void queryClient.resetQueries();
    }
  }, [readerId, queryClient]);
}

async function verifySession(): Promise<void> {
  const token = currentSession()?.token;
  if (!token) {
    return;
  }
  try {
    const { user } = await unwrap(api.GET('/auth/verify-token'));
    if (user && currentSession()?.token === token) {
      updateUser(user);
    }
  } catch {
    // A refused token has already ended the session; without a network the reader stays signed in.
  }
}
