import { Ellipsis, LogIn } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useState } from 'react';
import { NavLink } from 'react-router';

import { paths } from '../../shared/paths';
import { VISITOR_ITEMS } from './navigation-items';
import { ThemeSwitch } from './theme-switch';

/** Below 640 px: what fits under a thumb, and the rest under "More". */
export function BottomBar() {
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
  };
  return (
    <nav className="bottom-bar" aria-label="Main">
      {VISITOR_ITEMS.map(({ label, to, icon: Icon }) => (
        <NavLink key={to} to={to} end={to === paths.home} className="bottom-item">
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
          <Popover.Content className="more" side="top" align="end" sideOffset={8} aria-label="More">
            <ThemeSwitch />
            <NavLink to={paths.login} className="side-item" onClick={close}>
              <LogIn aria-hidden />
              Login
            </NavLink>
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
    </nav>
  );
}
