import type { ReactElement } from 'react';

import { lazyCode } from '../../shared/loading/lazy-code';
import { LazyPiece } from '../../shared/loading/lazy-piece';
import { loadChunk } from '../../shared/loading/load-chunk';
import { useMediaQuery } from '../../shared/media-query';

const RAIL = '(min-width: 40rem) and (max-width: 63.99rem)';

const tooltip = lazyCode(async () => (await loadChunk(() => import('./rail-tooltip'))).RailTooltip);

type Props = { name: string; children: ReactElement };

/** In the rail an icon says its name on hover and focus. Other widths, which show it, load no tooltips. */
export function Named({ name, children }: Props) {
  const isRail = useMediaQuery(RAIL);
  return isRail ? (
    <LazyPiece code={tooltip} pending={children}>
      {(RailTooltip) => <RailTooltip name={name}>{children}</RailTooltip>}
    </LazyPiece>
  ) : (
    children
  );
}
