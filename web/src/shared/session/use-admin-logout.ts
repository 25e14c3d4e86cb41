import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';

import { paths } from '../paths';
import { endAdminSession } from './admin-session';

/** Signs an administrator out, and leads to /admin/login without remembering where that was. */
export function useAdminLogout(): () => void {
  const navigate = useNavigate();
  return () => {
    // The guard of the panel leads away and remembers the page: it must go first.
    flushSync(endAdminSession);
    void navigate(paths.adminLogin, { replace: true });
  };
}
