import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';

import { api } from '../api/client';
import { paths } from '../paths';
import { adminSession } from './admin-session';
import type { AccountKind } from './ended-session';
import { readerSession } from './session';

const LOGOUTS = {
  reader: { session: readerSession, loginPath: paths.login, endpoint: '/auth/logout' },
  admin: { session: adminSession, loginPath: paths.adminLogin, endpoint: '/admin/logout' },
} as const;

/** Returns a function that signs out and navigates to the login without a path to return to (product.md §4). */
export function useLogout(kind: AccountKind): () => void {
  const leave = useLeave(kind);
  return () => {
    const session = LOGOUTS[kind].session.current();
    leave();
    if (session) {
      void revokeToken(kind, session.token);
    }
  };
}

/** Signs out without leaving the page. */
export function logOutHere(kind: AccountKind): void {
  const { session } = LOGOUTS[kind];
  const token = session.current()?.token;
  session.end();
  if (token !== undefined) {
    void revokeToken(kind, token);
  }
}

/** Returns a function that ends the session in this browser and navigates to the login. */
export function useLeave(kind: AccountKind): () => void {
  const navigate = useNavigate();
  const { session, loginPath } = LOGOUTS[kind];
  return () => {
    // Ends the session first: the page's guard would navigate and remember the page.
    flushSync(session.end);
    void navigate(loginPath, { replace: true });
  };
}

/** Revokes the token on the server. Offline it stays valid until it expires; this browser no longer has it. */
async function revokeToken(kind: AccountKind, token: string): Promise<void> {
  const call = api.POST(LOGOUTS[kind].endpoint, {
    headers: { authorization: `Bearer ${token}` },
    keepalive: true,
  });
  await call.catch(() => null);
}
