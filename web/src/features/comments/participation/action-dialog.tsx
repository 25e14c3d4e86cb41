import { Dialog } from 'radix-ui';
import { type ReactNode, useState } from 'react';

import { messageFor } from '../../../shared/api/errors';
import { FormError } from '../../../shared/form/form-error';

type Props = {
  title: string;
  description: ReactNode;
  confirmText: string;
  busyText: string;
  /** The message of a failure for which the server has none. */
  failureText: string;
  tone: 'danger' | 'primary';
  /** Whether the action can be confirmed yet. */
  isReady?: boolean;
  /** Runs the action; throws if that failed. */
  onConfirm: () => Promise<void>;
  onClose: () => void;
  /** Moves the focus once the dialog is gone. */
  returnFocus: () => void;
  children?: ReactNode;
};

const BUTTONS = { danger: 'button-danger-solid', primary: 'button-primary' } as const;

/** A dialog about a comment, which stays open with the message if its action fails. It is open as long as it is drawn. */
export function ActionDialog(props: Props) {
  const { title, description, confirmText, busyText, failureText, tone } = props;
  const { onConfirm, onClose, returnFocus, children, isReady = true } = props;
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function confirm() {
    setBusy(true);
    setFailure(undefined);
    try {
      await onConfirm();
    } catch (error) {
      setFailure(messageFor(error, failureText));
      setBusy(false);
    }
  }

  return (
    <Dialog.Root
      open
      onOpenChange={(isOpen) => {
        if (!isOpen && !isBusy) {
          onClose();
        }
      }}
    >
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content
          className="dialog"
          role={tone === 'danger' ? 'alertdialog' : 'dialog'}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            returnFocus();
          }}
        >
          <Dialog.Title className="dialog-title">{title}</Dialog.Title>
          <Dialog.Description className="dialog-text">{description}</Dialog.Description>
          <form
            className="form"
            noValidate
            aria-label={title}
            onSubmit={(event) => {
              event.preventDefault();
              if (!isBusy && isReady) {
                void confirm();
              }
            }}
          >
            {children}
            <FormError message={failure} />
            <div className="dialog-actions">
              <Dialog.Close className="button" disabled={isBusy}>
                Cancel
              </Dialog.Close>
              <button
                type="submit"
                className={`button ${BUTTONS[tone]}`}
                aria-disabled={isBusy || !isReady || undefined}
              >
                {isBusy ? busyText : confirmText}
              </button>
            </div>
          </form>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
