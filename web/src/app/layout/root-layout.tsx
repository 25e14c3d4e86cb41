import { Outlet } from 'react-router';

import { useFocusOnNavigation } from './use-focus-on-navigation';

/** What all frames share. */
export function RootLayout() {
  useFocusOnNavigation();
  return <Outlet />;
}
