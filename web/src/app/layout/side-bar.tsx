import { LogIn } from 'lucide-react';
import { Tooltip } from 'radix-ui';
import type { ReactNode } from 'react';
import { Link, NavLink } from 'react-router';

import { useMediaQuery } from '../../shared/media-query';
import { paths } from '../../shared/paths';
import { siteName } from '../../shared/site';
import { VISITOR_ITEMS } from './navigation-items';
import { ThemeSwitch } from './theme-switch';

const RAIL = '(min-width: 40rem) and (max-width: 63.99rem)';

/** From 1024 px a bar with labels, from 640 px a rail of icons that name themselves on hover and focus. */
export function SideBar() {
  const isRail = useMediaQuery(RAIL);
  return (
    <Tooltip.Provider delayDuration={200}>
      <header className="side-bar">
        <Link to={paths.home} className="site-name" aria-label={siteName()}>
          <img src="/favicon.svg" alt="" width={32} height={32} />
          <span className="side-label">{siteName()}</span>
        </Link>
        <nav aria-label="Main" className="side-items">
          {VISITOR_ITEMS.map(({ label, to, icon: Icon }) => (
            <Named key={to} name={label} isRail={isRail}>
              <NavLink to={to} end={to === paths.home} className="side-item" aria-label={label}>
                <Icon aria-hidden />
                <span className="side-label">{label}</span>
              </NavLink>
            </Named>
          ))}
        </nav>
        <div className="side-foot">
          <ThemeSwitch />
          <Named name="Login" isRail={isRail}>
            <NavLink to={paths.login} className="side-item" aria-label="Login">
              <LogIn aria-hidden />
              <span className="side-label">Login</span>
            </NavLink>
          </Named>
        </div>
      </header>
    </Tooltip.Provider>
  );
}

function Named({ name, isRail, children }: { name: string; isRail: boolean; children: ReactNode }) {
  if (!isRail) {
    return children;
  }
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content className="tooltip" side="right" sideOffset={8}>
          {name}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
