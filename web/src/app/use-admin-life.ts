import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { adminApi } from '../shared/api/admin-client';
import { answered } from '../shared/api/client';
import { ADMIN_KEY } from '../shared/api/keys';
import { paths } from '../shared/paths';
import {
  currentAdmin,
  endAdminSession,
  followAdminOfOtherTabs,
  tokenEnd,
  updateAdmin,
  useAdmin,
} from '../shared/session/admin-session';
import { whenOver } from './when-over';

const EXPIRED = 'Your session has expired. Please login again.';
const PANEL = '/admin/';

/** Keeps what the browser remembers of an administrator true, until the token is over. */
export function useAdminLife(): void {
  const session = useAdmin();
  const token = session?.token;
  const adminId = session?.admin._id;
  const shownTo = useRef(adminId);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const expire = useRef<() => void>(undefined);

  useEffect(() => {
    expire.current = () => {
      window.alert(EXPIRED);
      endAdminSession();
      // From the panel its guard leads to the login, and remembers the page.
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
    return whenOver(
      () => tokenEnd(token),
      () => expire.current?.(),
    );
  }, [token]);

  // What was fetched for one administrator is not for the next, nor for readers.
  useEffect(() => {
    if (shownTo.current !== adminId) {
      shownTo.current = adminId;
      queryClient.removeQueries({ queryKey: [ADMIN_KEY] });
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
    const admin = await answered(adminApi.GET('/admin/profile'));
    if (currentAdmin()?.token === token) {
      updateAdmin(admin);
    }
  } catch {
    // A refused token has ended the session already; without a network the administrator stays signed in.
  }
}
