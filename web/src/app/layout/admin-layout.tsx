import { Navigate, useLocation } from 'react-router';

import { paths } from '../../shared/paths';
import { useSecondFactorDemanded } from '../../shared/session/second-factor-demand';
import '../../shared/styles/panel.css';
import '../../shared/styles/panel-cards.css';
import { usePermissions } from '../../shared/session/permissions';
import { useLogout } from '../../shared/session/use-logout';
import { AdminAccount } from './account';
import { adminBottomItems, adminItems } from './admin-items';
import { BottomBar } from './bottom-bar';
import { OwnItems } from './own-items';
import { Frame } from './frame';
import { SideBar } from './side-bar';

/**
 * The layout of the admin panel: the frame of the site, denser and with its own navigation. A member without a second
 * factor is led to its setting up, where the site demands one.
 */
export function AdminLayout() {
  const logOut = useLogout('admin');
  const permissions = usePermissions();
  const isDemanded = useSecondFactorDemanded();
  const { pathname } = useLocation();
  if (isDemanded && pathname !== paths.adminSecurity) {
    return <Navigate to={paths.adminSecurity} replace />;
  }
  return (
    <Frame
      className="panel"
      sideBar={
        <SideBar
          items={adminItems(permissions)}
          ownItems={<OwnItems of="panel" bar="side" />}
          account={<AdminAccount />}
        />
      }
      bottomBar={
        <BottomBar
          items={adminBottomItems(permissions)}
          ownItems={<OwnItems of="panel" bar="bottom" />}
          onLeave={logOut}
        />
      }
    />
  );
}
