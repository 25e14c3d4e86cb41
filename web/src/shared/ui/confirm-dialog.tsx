import { type ComponentProps, useRef, useState } from 'react';

import { FormDialog } from './form-dialog';
import { focusPageTitle } from './page-title';

type Props = Omit<ComponentProps<typeof FormDialog>, 'isAlert' | 'onConfirm' | 'onClosed'> & {
  /** Runs the action; returns whether it succeeded. The page shows why it did not. */
  onConfirm: () => Promise<boolean>;
};

/** A confirmation of an action, which closes in any case. Its `onClose` may move the focus on. */
export function ConfirmDialog({ tone = 'danger', onConfirm, onClose, ...dialog }: Props) {
  const [isOpen, setOpen] = useState(true);
  const isDone = useRef(false);
  if (!isOpen) {
    return null;
  }
  return (
    <FormDialog
      {...dialog}
      tone={tone}
      isAlert
      onConfirm={async () => {
        isDone.current = await onConfirm();
        return null;
      }}
      onClose={() => {
        setOpen(false);
      }}
      onClosed={(returnFocus) => {
        // A successful action may have removed the opener.
        if (isDone.current) {
          focusPageTitle();
        } else {
          returnFocus();
        }
        onClose();
      }}
    />
  );
}
