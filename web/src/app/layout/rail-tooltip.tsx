import { Tooltip } from 'radix-ui';
import type { ReactElement } from 'react';

const DELAY_MS = 200;

type Props = { name: string; children: ReactElement };

/** The tooltip with the name of an icon. */
export function RailTooltip({ name, children }: Props) {
  return (
    <Tooltip.Provider delayDuration={DELAY_MS}>
      <Tooltip.Root>
        <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
        <Tooltip.Portal>
          <Tooltip.Content className="tooltip" side="right" sideOffset={8}>
            {name}
          </Tooltip.Content>
        </Tooltip.Portal>
      </Tooltip.Root>
    </Tooltip.Provider>
  );
}
