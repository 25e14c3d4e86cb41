import { Ellipsis } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { NavLink } from 'react-router';

import type { SiteLink } from '../../shared/api/types';
import { lazyCode } from '../../shared/loading/lazy-code';
import { LazyChunk } from '../../shared/loading/lazy-chunk';
import { loadChunk } from '../../shared/loading/load-chunk';
import { reportChunkError } from '../../shared/notices';
import { type BottomItems, isExact } from './navigation-items';

const moreMenu = lazyCode(async () => (await loadChunk(() => import('./more-menu'))).MoreMenu);

type MoreProps = {
  /** The links of the administrators. */
  links?: readonly SiteLink[];
  /** The logout; undefined for visitors, who see the sign-in links. */
  onLeave: (() => void) | undefined;
};

type Props = MoreProps & {
  items: BottomItems;
  /** The item of those who are signed in. */
  ownItems: ReactNode;
};

/** The navigation below 640 px: a few items, and the rest in the "More" menu. */
export function BottomBar({ items: { inBar, underMore }, ownItems, ...more }: Props) {
  return (
    <nav className="bottom-bar" aria-label="Main">
      {inBar.map(({ label, to, icon: Icon }) => (
        <NavLink key={to} to={to} end={isExact(to)} className="bottom-item">
          <Icon aria-hidden />
          {label}
        </NavLink>
      ))}
      {ownItems}
      <More items={underMore} {...more} />
    </nav>
  );
}

/** The "More" button; its menu is loaded on the first press. */
function More(props: { items: BottomItems['underMore'] } & MoreProps) {
  const [isRequested, setRequested] = useState(false);
  const button = (
    <button
      type="button"
      className="bottom-item"
      aria-haspopup="dialog"
      aria-expanded={false}
      onClick={() => {
        setRequested(true);
      }}
    >
      <Ellipsis aria-hidden />
      More
    </button>
  );
  return isRequested ? (
    <LazyChunk
      code={moreMenu}
      pending={button}
      onFailure={(error) => {
        reportChunkError(error);
        // The next press retries.
        setRequested(false);
      }}
    >
      {(MoreMenu) => <MoreMenu {...props} />}
    </LazyChunk>
  ) : (
    button
  );
}
