import { type ReactElement, Suspense, lazy } from 'react';

import { useMediaQuery } from '../../shared/media-query';

const RAIL = '(min-width: 40rem) and (max-width: 63.99rem)';

const RailTooltip = lazy(async () => ({ default: (await import('./rail-tooltip')).RailTooltip }));

type Props = { name: string; children: ReactElement };

/** In the rail an icon says its name on hover and focus. Other widths, which show it, load no tooltips. */
export function Named({ name, children }: Props) {
  const isRail = useMediaQuery(RAIL);
  return isRail ? (
    <Suspense fallback={children}>
      <RailTooltip name={name}>{children}</RailTooltip>
    </Suspense>
  ) : (
    children
  );
}
