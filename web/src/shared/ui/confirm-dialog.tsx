import { AlertDialog } from 'radix-ui';
import { type ReactNode, useRef, useState } from 'react';

import { focusPageTitle } from './page-title';

type Props = {
  title: string;
  description: ReactNode;
  confirmText: string;
  busyText: string;
  /** The colour of the confirming button: `danger` for what cannot be undone. */
  tone?: 'danger' | 'primary';
  /** Whether the action can be confirmed yet. */
  isReady?: boolean;
  /** Runs the action; returns whether it succeeded. */
  onConfirm: () => Promise<boolean>;
  onClose: () => void;
  /** An additional field, which gets the focus. */
  children?: ReactNode;
};

/** The elements that an additional field may be. */
const FIELDS = 'textarea, select, input:checked';

const BUTTONS = { danger: 'button-danger-solid', primary: 'button-primary' } as const;

/** A confirmation of an action. It is open as long as it is rendered. */
export function ConfirmDialog(props: Props) {
  const { title, description, confirmText, busyText, onConfirm, onClose, children } = props;
  const { tone = 'danger', isReady = true } = props;
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

  function returnFocus() {
    // A successful action may have removed the opener.
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
            const field = content.current?.querySelector<HTMLElement>(FIELDS);
            if (field) {
              event.preventDefault();
              field.focus();
            }
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            returnFocus();
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
              <button
                type="submit"
                className={`button ${BUTTONS[tone]}`}
                disabled={isBusy || !isReady}
              >
                {isBusy ? busyText : confirmText}
              </button>
            </div>
          </form>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
