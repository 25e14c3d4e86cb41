import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { answered, api } from '../shared/api/client';
import { reloadPage } from '../shared/reload-page';
import { noteEndedSessionForReload } from '../shared/session/ended-session';
import {
  currentSession,
  endSession,
  followOtherTabs,
  sessionEnd,
  updateUser,
  useSession,
} from '../shared/session/session';
import { whenOver } from './when-over';

/** Keeps what the browser remembers of the reader true, from the first page to the end of the session. */
export function useSessionLife(queryClient: QueryClient, reload: () => void = reloadPage): void {
  const session = useSession();
  const token = session?.token;
  const readerId = session?.user._id;
  // Not of what is rendered: a page that the server drew is first taken over as a visitor's.
  const shownTo = useRef(currentSession()?.user._id);

  useEffect(followOtherTabs, []);

  useEffect(() => {
    void verifySession();
  }, []);

  useEffect(() => {
    if (!token) {
      return undefined;
    }
    return whenOver(sessionEnd, () => {
      noteEndedSessionForReload('reader');
      endSession();
      reload();
    });
  }, [token, reload]);

  // What was fetched for one reader is not for the next.
  useEffect(() => {
    const present = currentSession()?.user._id;
    if (shownTo.current !== present) {
      shownTo.current = present;
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
    const { user } = await answered(api.GET('/auth/verify-token'));
    if (user && currentSession()?.token === token) {
      updateUser(user);
    }
  } catch {
    // A refused token has ended the session already; without a network the reader stays signed in.
  }
}
