import { useAdmin } from '../../shared/session/admin-session';
import { useSession } from '../../shared/session/session';
import { useLogout } from '../../shared/session/use-logout';
import { Account } from './account';
import { BottomBar } from './bottom-bar';
import { Frame } from './frame';
import { bottomItems, navigationItems } from './navigation-items';
import { SiteFooter } from './site-footer';
import { SideBar } from './side-bar';

/** The layout of reader pages, with a link to the panel for administrators. */
export function SiteLayout() {
  const viewer = { isReader: useSession() !== null, isAdmin: useAdmin() !== null };
  const logOut = useLogout('reader');
  const logOutAdmin = useLogout('admin');
  const leaveAdmin = viewer.isAdmin ? logOutAdmin : undefined;
  return (
    <Frame
      footer={<SiteFooter />}
      sideBar={<SideBar items={navigationItems(viewer)} account={<Account />} />}
      bottomBar={
        <BottomBar items={bottomItems(viewer)} onLeave={viewer.isReader ? logOut : leaveAdmin} />
      }
    />
  );
}
