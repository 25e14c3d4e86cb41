import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';

import { api } from '../api/client';
import { paths } from '../paths';
import { currentSession, endSession } from './session';

/** Returns a function that signs out and navigates to /login without a path to return to (product.md §4). */
export function useLogout(): () => void {
  const navigate = useNavigate();
  return () => {
    const session = currentSession();
    // Ends the session first: the page's guard would navigate and remember the page.
    flushSync(endSession);
    void navigate(paths.login, { replace: true });
    if (session) {
      void revokeToken(session.token);
    }
  };
}

/** Revokes the token on the server. Offline it stays valid until it expires; this browser no longer has it. */
async function revokeToken(token: string): Promise<void> {
  const call = api.POST('/auth/logout', {
    headers: { authorization: `Bearer ${token}` },
    keepalive: true,
  });
  await call.catch(() => null);
}
