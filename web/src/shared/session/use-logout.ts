import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';

import { paths } from '../paths';
import { endSession } from './session';

/** Signs out, and leads to /login without remembering where that was (product.md §4). */
export function useLogout(): () => void {
  const navigate = useNavigate();
  return () => {
    // The guard of a page that needs a login leads away and remembers the page: it must go first.
    flushSync(endSession);
    void navigate(paths.login, { replace: true });
  };
}
