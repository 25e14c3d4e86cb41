import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { NavLink } from 'react-router';

import { lazyCode } from '../../shared/loading/lazy-code';
import { LazyPiece } from '../../shared/loading/lazy-piece';
import { loadChunk } from '../../shared/loading/load-chunk';
import { reportMissing } from '../../shared/notices';
import { type BottomItems, isExact } from './navigation-items';

const moreMenu = lazyCode(async () => (await loadChunk(() => import('./more-menu'))).MoreMenu);

type Leave = {
  /** The way out; a visitor, who has none, is offered the way in. */
  onLeave: (() => void) | undefined;
};

/** Below 640 px: what fits under a thumb, and the rest under "More". */
export function BottomBar({
  items: { inBar, underMore },
  onLeave,
}: { items: BottomItems } & Leave) {
  return (
    <nav className="bottom-bar" aria-label="Main">
      {inBar.map(({ label, to, icon: Icon }) => (
        <NavLink key={to} to={to} end={isExact(to)} className="bottom-item">
          <Icon aria-hidden />
          {label}
        </NavLink>
      ))}
      <More items={underMore} onLeave={onLeave} />
    </nav>
  );
}

/** The menu comes with the first press: nobody who reads needs it before. */
function More(props: { items: BottomItems['underMore'] } & Leave) {
  const [isWanted, setWanted] = useState(false);
  const button = (
    <button
      type="button"
      className="bottom-item"
      aria-haspopup="dialog"
      aria-expanded={false}
      onClick={() => {
        setWanted(true);
      }}
    >
      <Ellipsis aria-hidden />
      More
    </button>
  );
  return isWanted ? (
    <LazyPiece
      code={moreMenu}
      pending={button}
      onFailure={(error) => {
        reportMissing(error);
        // The next press tries again.
        setWanted(false);
      }}
    >
      {(MoreMenu) => <MoreMenu {...props} />}
    </LazyPiece>
  ) : (
    button
  );
}
