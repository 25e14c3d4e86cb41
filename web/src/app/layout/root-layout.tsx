import { Outlet } from 'react-router';

import { useIsServed } from '../../shared/served';
import { useAdminLife } from '../use-admin-life';
import { PageAnnouncer } from './page-announcer';
import { useFocusOnNavigation } from './use-focus-on-navigation';

/** What all frames share. */
export function RootLayout() {
  const isServed = useIsServed();
  useAdminLife();
  useFocusOnNavigation();
  return (
    <>
      <Outlet />
      {!isServed && <PageAnnouncer />}
    </>
  );
}
