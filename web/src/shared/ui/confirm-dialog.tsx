import { AlertDialog } from 'radix-ui';
import { type ReactNode, useRef, useState } from 'react';

import { focusPageTitle } from './page-title';

type Props = {
  title: string;
  description: ReactNode;
  confirmText: string;
  busyText: string;
  /** Does it, and gives whether that worked. */
  onConfirm: () => Promise<boolean>;
  onClose: () => void;
  /** A field that goes with it, which then has the focus first. */
  children?: ReactNode;
};

/** Asks before something is done for good. It is there as long as its owner draws it. */
export function ConfirmDialog(props: Props) {
  const { title, description, confirmText, busyText, onConfirm, onClose, children } = props;
  const [isOpen, setOpen] = useState(true);
  const [isBusy, setBusy] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  const opener = useRef<Element>(null);
  const isDone = useRef(false);

  async function confirm() {
    setBusy(true);
    isDone.current = await onConfirm();
    setOpen(false);
  }

  function giveFocusBack() {
    // What was acted on, and its button with it, may be gone.
    if (!isDone.current && opener.current instanceof HTMLElement) {
      opener.current.focus();
    } else {
      focusPageTitle();
    }
    onClose();
  }

  return (
    <AlertDialog.Root open={isOpen} onOpenChange={setOpen}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="scrim" />
        <AlertDialog.Content
          ref={content}
          className="dialog"
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement;
            const field = content.current?.querySelector('textarea');
            if (field) {
              event.preventDefault();
              field.focus();
            }
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            giveFocusBack();
          }}
        >
          <AlertDialog.Title className="dialog-title">{title}</AlertDialog.Title>
          <AlertDialog.Description className="dialog-text">{description}</AlertDialog.Description>
          <form
            className="form"
            onSubmit={(event) => {
              event.preventDefault();
              void confirm();
            }}
          >
            {children}
            <div className="dialog-actions">
              <AlertDialog.Cancel className="button" disabled={isBusy}>
                Cancel
              </AlertDialog.Cancel>
              <button type="submit" className="button button-danger-solid" disabled={isBusy}>
                {isBusy ? busyText : confirmText}
              </button>
            </div>
          </form>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
