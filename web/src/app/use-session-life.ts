import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { answered, api } from '../shared/api/client';
import {
  currentSession,
  endSession,
  followOtherTabs,
  sessionEnd,
  updateUser,
  useSession,
} from '../shared/session/session';

/** Keeps what the browser remembers of the reader true, from the first page to the end of the session. */
export function useSessionLife(queryClient: QueryClient, reload: () => void = reloadPage): void {
  const session = useSession();
  const token = session?.token;
  const readerId = session?.user._id;
  const shownTo = useRef(readerId);

  useEffect(followOtherTabs, []);

  useEffect(() => {
    void verifySession();
  }, []);

  useEffect(() => (token ? endInTime(reload) : undefined), [token, reload]);

  // What was fetched for one reader is not for the next.
  useEffect(() => {
    if (shownTo.current !== readerId) {
      shownTo.current = readerId;
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

/** Clears the session and reloads the page when its time is up (product.md §4). */
function endInTime(reload: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function check() {
    clearTimeout(timer);
    const left = (sessionEnd() ?? Number.POSITIVE_INFINITY) - Date.now();
    if (left <= 0) {
      endSession();
      reload();
    } else if (Number.isFinite(left)) {
      timer = setTimeout(check, left);
    }
  }
  check();
  // Timers stand still while the computer sleeps.
  document.addEventListener('visibilitychange', check);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', check);
  };
}

function reloadPage(): void {
  window.location.reload();
}
