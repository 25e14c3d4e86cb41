import { Outlet } from 'react-router';

import { useIsHydrating } from '../../shared/hydration';
import { useAdminSessionExpiry } from '../use-admin-session-expiry';
import { useOwnRoleChange } from '../use-own-role-change';
import { PageAnnouncer } from './page-announcer';
import { useFocusOnNavigation } from './use-focus-on-navigation';

/** The parent of all layouts. */
export function RootLayout() {
  const isHydrating = useIsHydrating();
  useAdminSessionExpiry();
  useOwnRoleChange();
  useFocusOnNavigation();
  return (
    <>
      <Outlet />
      {!isHydrating && <PageAnnouncer />}
    </>
  );
}
