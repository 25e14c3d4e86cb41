import { Dialog } from 'radix-ui';
import { type ReactNode, useRef, useState } from 'react';

import type { Fault } from '../form/fault';
import { FormError } from '../form/form-error';
import { focusPageTitle } from './page-title';
import { useReturnFocus } from './use-return-focus';

type Props<Field extends string> = {
  title: string;
  description?: ReactNode;
  confirmText: string;
  busyText: string;
  /** The colour of the confirming button: `danger` for what cannot be undone. */
  tone?: 'danger' | 'primary';
  /** Whether it interrupts, so that a press beside it does not close it. */
  isAlert?: boolean;
  /** Whether the form can be sent yet. */
  isReady?: boolean;
  /** Does what the form asks for; returns what is wrong, null if the dialog can close. */
  onConfirm: () => Promise<Fault<Field> | null>;
  onClose: () => void;
  /** Moves the focus once the dialog is gone; `returnFocus` moves it to what had it before, as without this. */
  onClosed?: (returnFocus: () => void) => void;
  /** The fields by their names, which get the errors that are about them. */
  children?: ReactNode | ((errorOf: (field: Field) => string | undefined) => ReactNode);
};

/** What gets the focus: the first field, or else the button that cancels. */
const FIRST =
  'input:checked, input:not([type=radio], [type=checkbox], [hidden]), select, textarea, .dialog-actions button';

const BUTTONS = { danger: 'button-danger-solid', primary: 'button-primary' } as const;

/** A dialog with a form, which stays open with the message if that fails. It is open as long as it is rendered. */
export function FormDialog<Field extends string = never>(props: Props<Field>) {
  const { title, description, confirmText, busyText, tone = 'primary', isReady = true } = props;
  const { onConfirm, onClose, onClosed, children, isAlert = tone === 'danger' } = props;
  const form = useRef<HTMLFormElement>(null);
  const focus = useReturnFocus(focusPageTitle);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault<Field> | null>(null);
  const ofField = typeof fault === 'string' ? null : fault;

  async function confirm() {
    setBusy(true);
    setFault(null);
    const found = await onConfirm();
    setBusy(false);
    if (found === null) {
      onClose();
      return;
    }
    setFault(found);
    const control = typeof found !== 'string' && form.current?.elements.namedItem(found.field);
    if (control instanceof HTMLElement) {
      control.focus();
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
          role={isAlert ? 'alertdialog' : 'dialog'}
          {...(description === undefined && { 'aria-describedby': undefined })}
          onInteractOutside={(event) => {
            if (isAlert) {
              event.preventDefault();
            }
          }}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            focus.onOpenAutoFocus();
            form.current?.querySelector<HTMLElement>(FIRST)?.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (onClosed) {
              onClosed(() => {
                focus.onCloseAutoFocus(event);
              });
            } else {
              focus.onCloseAutoFocus(event);
            }
          }}
        >
          <Dialog.Title className="dialog-title">{title}</Dialog.Title>
          {description !== undefined && (
            <Dialog.Description className="dialog-text">{description}</Dialog.Description>
          )}
          <form
            ref={form}
            className="form"
            noValidate
            aria-label={title}
            onChange={() => {
              setFault(null);
            }}
            onSubmit={(event) => {
              event.preventDefault();
              // A dialog is part of the page's tree, which may have a form around it.
              event.stopPropagation();
              if (!isBusy && isReady) {
                void confirm();
              }
            }}
          >
            {typeof children === 'function'
              ? children((field) => (ofField?.field === field ? ofField.message : undefined))
              : children}
            <FormError message={typeof fault === 'string' ? fault : undefined} />
            <div className="dialog-actions">
              <Dialog.Close className="button" disabled={isBusy}>
                Cancel
              </Dialog.Close>
              <button
                type="submit"
                className={`button ${BUTTONS[tone]}`}
                disabled={!isReady}
                aria-disabled={isBusy || undefined}
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
