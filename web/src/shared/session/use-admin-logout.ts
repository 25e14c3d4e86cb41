import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';

import { api } from '../api/client';
import { paths } from '../paths';
import { currentAdmin, endAdminSession } from './admin-session';

/** Signs an administrator out, and leads to /admin/login without remembering where that was. */
export function useAdminLogout(): () => void {
  const navigate = useNavigate();
  return () => {
    const session = currentAdmin();
    // The guard of the panel leads away and remembers the page: it must go first.
    flushSync(endAdminSession);
    void navigate(paths.adminLogin, { replace: true });
    if (session) {
      void endToken(session.token);
    }
  };
}

/** Ends the token on the server too. Offline it only ends when it expires; this browser has forgotten it anyway. */
async function endToken(token: string): Promise<void> {
  const call = api.POST('/admin/logout', {
    headers: { authorization: `Bearer ${token}` },
    keepalive: true,
  });
  await call.catch(() => null);
}
