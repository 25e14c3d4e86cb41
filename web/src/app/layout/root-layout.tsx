import { Outlet } from 'react-router';

import { useAdminLife } from '../use-admin-life';
import { useFocusOnNavigation } from './use-focus-on-navigation';

/** What all frames share. */
export function RootLayout() {
  useAdminLife();
  useFocusOnNavigation();
  return <Outlet />;
}
