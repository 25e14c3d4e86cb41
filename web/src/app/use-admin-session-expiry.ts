import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { adminApi } from '../shared/api/admin-client';
import { unwrap } from '../shared/api/client';
import { queryKeys } from '../shared/api/query-keys';
import { paths } from '../shared/paths';
import {
  currentAdmin,
  endAdminSession,
  followAdminOfOtherTabs,
  tokenExpiry,
  updateAdmin,
  useAdmin,
} from '../shared/session/admin-session';
import { onExpiry } from './on-expiry';

const EXPIRED = 'Your session has expired. Please login again.';
const PANEL = '/admin/';

/** Verifies the stored administrator at the start and ends the session when its token expires. */
export function useAdminSessionExpiry(): void {
  const session = useAdmin();
  const token = session?.token;
  const adminId = session?.admin._id;
  const previousId = useRef(adminId);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const expire = useRef<() => void>(undefined);

  useEffect(() => {
    expire.current = () => {
      window.alert(EXPIRED);
      endAdminSession();
      // On a page of the panel, its guard leads to the login and remembers the page.
      if (!pathname.startsWith(PANEL)) {
        void navigate(paths.adminLogin);
      }
    };
  });

  useEffect(followAdminOfOtherTabs, []);

  useEffect(() => {
    void verifyAdmin();
  }, []);

  useEffect(() => {
    if (!token) {
      return undefined;
    }
    return onExpiry(
      () => tokenExpiry(token),
      () => expire.current?.(),
    );
  }, [token]);

  // Data of one administrator must not reach another one or a reader.
  useEffect(() => {
    if (previousId.current !== adminId) {
      previousId.current = adminId;
      queryClient.removeQueries({ queryKey: queryKeys.admin.all });
      queryClient.removeQueries({ type: 'inactive' });
    }
  }, [adminId, queryClient]);
}

async function verifyAdmin(): Promise<void> {
  const token = currentAdmin()?.token;
  if (!token) {
    return;
  }
  try {
    const admin = await unwrap(adminApi.GET('/admin/profile'));
    if (currentAdmin()?.token === token) {
      updateAdmin(admin);
    }
  } catch {
    // A refused token has already ended the session; without a network the administrator stays signed in.
  }
}
