import { Ellipsis, LogIn, LogOut, UserPlus } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import { NavLink } from 'react-router';

import type { SiteLink } from '../../shared/api/types';
import { paths } from '../../shared/paths';
import { type NavigationItem, isExact } from './navigation-items';
import { SideLetter } from './side-letter';
import { ThemeSwitch } from './theme-switch';

type Props = {
  items: readonly NavigationItem[];
  /** The links of the administrators. */
  links?: readonly SiteLink[];
  /** The logout; undefined for visitors, who see the sign-in links. */
  onLeave: (() => void) | undefined;
};

/** The items that the bottom bar has no room for. Rendered on the first press, so it starts open. */
export function MoreMenu({ items, links = [], onLeave }: Props) {
  const [isOpen, setOpen] = useState(true);
  const close = () => {
    setOpen(false);
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger className="bottom-item">
        <Ellipsis aria-hidden />
        More
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="more"
          side="top"
          align="end"
          sideOffset={8}
          collisionPadding={8}
          aria-label="More"
        >
          {items.map(({ label, to, icon: Icon }) => (
            <NavLink key={to} to={to} end={isExact(to)} className="side-item" onClick={close}>
              <Icon aria-hidden />
              {label}
            </NavLink>
          ))}
          {links.map(({ label, url }, index) => (
            <a key={index} className="side-item" href={url}>
              <SideLetter of={label} />
              {label}
            </a>
          ))}
          <ThemeSwitch />
          {onLeave ? (
            <button
              type="button"
              className="side-item"
              onClick={() => {
                close();
                onLeave();
              }}
            >
              <LogOut aria-hidden />
              Logout
            </button>
          ) : (
            <>
              <NavLink to={paths.login} className="side-item" onClick={close}>
                <LogIn aria-hidden />
                Login
              </NavLink>
              <NavLink to={paths.signup} className="side-item" onClick={close}>
                <UserPlus aria-hidden />
                Sign up
              </NavLink>
            </>
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
