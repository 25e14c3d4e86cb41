import { useAdmin } from '../../shared/session/admin-session';
import { useSession } from '../../shared/session/session';
import { useLogout } from '../../shared/session/use-logout';
import { siteLinks } from '../../shared/site';
import { Account } from './account';
import { BottomBar } from './bottom-bar';
import { Frame } from './frame';
import { OwnItems } from './own-items';
import { bottomItems, navigationItems } from './navigation-items';
import { SiteFooter } from './site-footer';
import { SideBar } from './side-bar';

/** The layout of reader pages, with a link to the panel for administrators. */
export function SiteLayout() {
  const viewer = { isReader: useSession() !== null, isAdmin: useAdmin() !== null };
  const logOut = useLogout('reader');
  const logOutAdmin = useLogout('admin');
  const leaveAdmin = viewer.isAdmin ? logOutAdmin : undefined;
  const links = siteLinks().navigation;
  const owner = viewer.isReader ? 'reader' : viewer.isAdmin && 'admin';
  return (
    <Frame
      footer={<SiteFooter />}
      sideBar={
        <SideBar
          items={navigationItems(viewer)}
          links={links}
          ownItems={owner && <OwnItems of={owner} bar="side" />}
          account={<Account />}
        />
      }
      bottomBar={
        <BottomBar
          items={bottomItems(viewer)}
          links={links}
          ownItems={owner && <OwnItems of={owner} bar="bottom" />}
          onLeave={viewer.isReader ? logOut : leaveAdmin}
        />
      }
    />
  );
}
