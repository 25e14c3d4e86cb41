import { Ellipsis, LogIn, LogOut } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import { NavLink } from 'react-router';

import { paths } from '../../shared/paths';
import { useSession } from '../../shared/session/session';
import { useLogout } from '../../shared/session/use-logout';
import { bottomItems, isExact } from './navigation-items';
import { ThemeSwitch } from './theme-switch';

/** Below 640 px: what fits under a thumb, and the rest under "More". */
export function BottomBar() {
  const [isOpen, setOpen] = useState(false);
  const isSignedIn = useSession() !== null;
  const logOut = useLogout();
  const { inBar, underMore } = bottomItems(isSignedIn);
  const close = () => {
    setOpen(false);
  };
  return (
    <nav className="bottom-bar" aria-label="Main">
      {inBar.map(({ label, to, icon: Icon }) => (
        <NavLink key={to} to={to} end={isExact(to)} className="bottom-item">
          <Icon aria-hidden />
          {label}
        </NavLink>
      ))}
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
            {underMore.map(({ label, to, icon: Icon }) => (
              <NavLink key={to} to={to} className="side-item" onClick={close}>
                <Icon aria-hidden />
                {label}
              </NavLink>
            ))}
            <ThemeSwitch />
            {isSignedIn ? (
              <button
                type="button"
                className="side-item"
                onClick={() => {
                  close();
                  logOut();
                }}
              >
                <LogOut aria-hidden />
                Logout
              </button>
            ) : (
              <NavLink to={paths.login} className="side-item" onClick={close}>
                <LogIn aria-hidden />
                Login
              </NavLink>
            )}
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
    </nav>
  );
}
