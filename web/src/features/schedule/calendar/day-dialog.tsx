import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { ComponentProps } from 'react';

import { useReturnFocus } from '../../../shared/ui/use-return-focus';
import { dayText } from '../day-texts';
import type { Day } from '../zoned-time';
import { DayList } from './day-list';

type Props = ComponentProps<typeof DayList> & { day: Day; onClose: () => void };

/** The posts of a day for which its place in the table has no room. */
export function DayDialog({ day, onClose, ...list }: Props) {
  const focus = useReturnFocus();
  return (
    <Dialog.Root
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) {
          onClose();
        }
      }}
    >
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content className="dialog" aria-describedby={undefined} {...focus}>
          <div className="calendar-dialog-head">
            <Dialog.Title className="dialog-title">{dayText(day)}</Dialog.Title>
            <Dialog.Close className="icon-button" aria-label="Close">
              <X aria-hidden />
            </Dialog.Close>
          </div>
          <DayList {...list} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
