import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';

import { api } from '../api/client';
import { paths } from '../paths';
import { currentAdmin, endAdminSession } from './admin-session';

/** Returns a function that signs the administrator out and navigates to /admin/login without a path to return to. */
export function useAdminLogout(): () => void {
  const navigate = useNavigate();
  return () => {
    const session = currentAdmin();
    // Ends the session first: the page's guard would navigate and remember the page.
    flushSync(endAdminSession);
    void navigate(paths.adminLogin, { replace: true });
    if (session) {
      void revokeToken(session.token);
    }
  };
}

/** Revokes the token on the server. Offline it stays valid until it expires; this browser no longer has it. */
async function revokeToken(token: string): Promise<void> {
  const call = api.POST('/admin/logout', {
    headers: { authorization: `Bearer ${token}` },
    keepalive: true,
  });
  await call.catch(() => null);
}
