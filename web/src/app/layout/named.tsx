import { Tooltip } from 'radix-ui';
import type { ReactNode } from 'react';

type Props = { name: string; isRail: boolean; children: ReactNode };

/** In the rail an icon says its name on hover and focus. */
export function Named({ name, isRail, children }: Props) {
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
