import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';

import { api } from '../api/client';
import { paths } from '../paths';
import { currentSession, endSession } from './session';

/** Signs out, and leads to /login without remembering where that was (product.md §4). */
export function useLogout(): () => void {
  const navigate = useNavigate();
  return () => {
    const session = currentSession();
    // The guard of a page that needs a login leads away and remembers the page: it must go first.
    flushSync(endSession);
    void navigate(paths.login, { replace: true });
    if (session) {
      void endToken(session.token);
    }
  };
}

/** Ends the token on the server too. Offline it only ends when it expires; this browser has forgotten it anyway. */
async function endToken(token: string): Promise<void> {
  const call = api.POST('/auth/logout', {
    headers: { authorization: `Bearer ${token}` },
    keepalive: true,
  });
  await call.catch(() => null);
}
