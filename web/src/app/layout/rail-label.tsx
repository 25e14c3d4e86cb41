import type { ReactElement } from 'react';

import { lazyCode } from '../../shared/loading/lazy-code';
import { LazyChunk } from '../../shared/loading/lazy-chunk';
import { loadChunk } from '../../shared/loading/load-chunk';
import { useMediaQuery } from '../../shared/media-query';

const RAIL = '(min-width: 40rem) and (max-width: 63.99rem)';

const tooltip = lazyCode(async () => (await loadChunk(() => import('./rail-tooltip'))).RailTooltip);

type Props = { name: string; children: ReactElement };

/** Adds a tooltip to an icon of the rail. Other widths show the label and load no tooltips. */
export function RailLabel({ name, children }: Props) {
  const isRail = useMediaQuery(RAIL);
  return isRail ? (
    <LazyChunk code={tooltip} pending={children}>
      {(RailTooltip) => <RailTooltip name={name}>{children}</RailTooltip>}
    </LazyChunk>
  ) : (
    children
  );
}
