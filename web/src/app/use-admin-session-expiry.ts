import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';

import { adminApi } from '../shared/api/admin-client';
import { unwrap } from '../shared/api/client';
import { queryKey } from '../shared/api/query-key';
import { paths } from '../shared/paths';
import { adminSession } from '../shared/session/admin-session';
import { useSessionExpiry } from './use-session-expiry';

const EXPIRED = 'Your session has expired. Please login again.';
const PANEL = '/admin/';

/** `useSessionExpiry` for administrators: an expired session ends with an alert and the login. */
export function useAdminSessionExpiry(): void {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useSessionExpiry(adminSession, {
    fetchAccount: () => unwrap(adminApi.GET('/admin/profile')),
    onExpired: () => {
      window.alert(EXPIRED);
      adminSession.end();
      // On a page of the panel, its guard leads to the login and remembers the page.
      if (!pathname.startsWith(PANEL)) {
        void navigate(paths.adminLogin);
      }
    },
    onAccountChange: () => {
      queryClient.removeQueries({ queryKey: queryKey('admin') });
      queryClient.removeQueries({ type: 'inactive' });
    },
  });
}
