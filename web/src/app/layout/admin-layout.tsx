import '../../shared/styles/panel.css';
import '../../shared/styles/panel-cards.css';
import { useLogout } from '../../shared/session/use-logout';
import { AdminAccount } from './account';
import { ADMIN_BOTTOM_ITEMS, ADMIN_ITEMS } from './admin-items';
import { BottomBar } from './bottom-bar';
import { Frame } from './frame';
import { SideBar } from './side-bar';

/** The layout of the admin panel: the frame of the site, denser and with its own navigation. */
export function AdminLayout() {
  const logOut = useLogout('admin');
  return (
    <Frame
      className="panel"
      sideBar={<SideBar items={ADMIN_ITEMS} account={<AdminAccount />} />}
      bottomBar={<BottomBar items={ADMIN_BOTTOM_ITEMS} onLeave={logOut} />}
    />
  );
}
