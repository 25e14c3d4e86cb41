import { Tooltip } from 'radix-ui';
import { Link, NavLink } from 'react-router';

import { useMediaQuery } from '../../shared/media-query';
import { paths } from '../../shared/paths';
import { useSession } from '../../shared/session/session';
import { siteName } from '../../shared/site';
import { Account } from './account';
import { Named } from './named';
import { isExact, navigationItems } from './navigation-items';
import { ThemeSwitch } from './theme-switch';

const RAIL = '(min-width: 40rem) and (max-width: 63.99rem)';

/** From 1024 px a bar with labels, from 640 px a rail of icons that name themselves on hover and focus. */
export function SideBar() {
  const isRail = useMediaQuery(RAIL);
  const isSignedIn = useSession() !== null;
  return (
    <Tooltip.Provider delayDuration={200}>
      <header className="side-bar">
        <Link to={paths.home} className="site-name" aria-label={siteName()}>
          <img src="/favicon.svg" alt="" width={32} height={32} />
          <span className="side-label">{siteName()}</span>
        </Link>
        <nav aria-label="Main" className="side-items">
          {navigationItems(isSignedIn).map(({ label, to, icon: Icon }) => (
            <Named key={to} name={label} isRail={isRail}>
              <NavLink to={to} end={isExact(to)} className="side-item" aria-label={label}>
                <Icon aria-hidden />
                <span className="side-label">{label}</span>
              </NavLink>
            </Named>
          ))}
        </nav>
        <div className="side-foot">
          <ThemeSwitch />
          <Account isRail={isRail} />
        </div>
      </header>
    </Tooltip.Provider>
  );
}
