import { Tooltip } from 'radix-ui';
import type { ReactNode } from 'react';

import { useMediaQuery } from '../../shared/media-query';

const RAIL = '(min-width: 40rem) and (max-width: 63.99rem)';

type Props = { name: string; children: ReactNode };

/** In the rail an icon says its name on hover and focus. */
export function Named({ name, children }: Props) {
  const isRail = useMediaQuery(RAIL);
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
