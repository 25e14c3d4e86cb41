import type { ReactNode } from 'react';
import { Link, NavLink } from 'react-router';

import type { SiteLink } from '../../shared/api/types';
import { paths } from '../../shared/paths';
import { siteName } from '../../shared/site';
import { RailLabel } from './rail-label';
import { type NavigationItem, isExact } from './navigation-items';
import { SideLetter } from './side-letter';
import { ThemeSwitch } from './theme-switch';

type Props = {
  items: readonly NavigationItem[];
  /** The items of those who are signed in. */
  ownItems: ReactNode;
  /** The links of the administrators. */
  links?: readonly SiteLink[];
  account: ReactNode;
};

/** The navigation from 640 px: a rail of icons with tooltips; from 1024 px a bar with labels. */
export function SideBar({ items, ownItems, links = [], account }: Props) {
  return (
    <header className="side-bar">
      <Link to={paths.home} className="site-name" aria-label={siteName()}>
        <img src="/icon" alt="" width={32} height={32} />
        <span className="side-label">{siteName()}</span>
      </Link>
      <nav aria-label="Main" className="side-items">
        {items.map(({ label, to, icon: Icon }) => (
          <RailLabel key={to} name={label}>
            <NavLink to={to} end={isExact(to)} className="side-item" aria-label={label}>
              <Icon aria-hidden />
              <span className="side-label">{label}</span>
            </NavLink>
          </RailLabel>
        ))}
        {ownItems}
      </nav>
      {links.length > 0 && (
        <nav aria-label="Links" className="side-items side-links">
          {links.map(({ label, url }, index) => (
            <RailLabel key={index} name={label}>
              <a className="side-item" aria-label={label} href={url}>
                <SideLetter of={label} />
                <span className="side-label">{label}</span>
              </a>
            </RailLabel>
          ))}
        </nav>
      )}
      <div className="side-foot">
        <ThemeSwitch />
        {account}
      </div>
    </header>
  );
}
