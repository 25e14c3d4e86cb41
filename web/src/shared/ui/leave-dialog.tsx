import { AlertDialog } from 'radix-ui';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useBlocker } from 'react-router';

import { isSamePage } from '../same-page';
import { useReturnFocus } from './use-return-focus';

type Props = {
  isUnsaved: boolean;
  /** Tells what happens to the changes. */
  children: string;
  /** Called when the dialog opens. */
  onAsk?: () => void;
  /** Called when the user stays and no element had the focus before. */
  onStay?: () => void;
};

/** Asks before unsaved work is left, within the site or by closing the tab. */
export function LeaveDialog({ isUnsaved, children, onAsk, onStay }: Props) {
  const focus = useReturnFocus(onStay);
  const isLeaving = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      isUnsaved &&
      currentLocation.pathname !== nextLocation.pathname &&
      !isSamePage(historyAction, nextLocation.state),
  );

  const isAsking = blocker.state === 'blocked';
  const ask = useEffectEvent(() => onAsk?.());
  useEffect(() => {
    if (isAsking) {
      isLeaving.current = false;
      ask();
    }
  }, [isAsking]);

  useEffect(() => {
    if (!isUnsaved) {
      return undefined;
    }
    const preventUnload = (event: BeforeUnloadEvent) => {
      event.preventDefault();
    };
    window.addEventListener('beforeunload', preventUnload);
    return () => {
      window.removeEventListener('beforeunload', preventUnload);
    };
  }, [isUnsaved]);

  return (
    <AlertDialog.Root
      open={isAsking}
      onOpenChange={(isOpen) => {
        if (!isOpen && blocker.state === 'blocked') {
          blocker.reset();
        }
      }}
    >
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="scrim" />
        <AlertDialog.Content
          className="dialog"
          onOpenAutoFocus={focus.onOpenAutoFocus}
          onCloseAutoFocus={(event) => {
            // The next page sets the focus.
            if (isLeaving.current) {
              event.preventDefault();
            } else {
              focus.onCloseAutoFocus(event);
            }
          }}
        >
          <AlertDialog.Title className="dialog-title">Leave without saving?</AlertDialog.Title>
          <AlertDialog.Description className="dialog-text">{children}</AlertDialog.Description>
          <div className="dialog-actions">
            <AlertDialog.Cancel className="button">Stay</AlertDialog.Cancel>
            <button
              type="button"
              className="button button-primary"
              onClick={() => {
                if (blocker.state === 'blocked') {
                  isLeaving.current = true;
                  blocker.proceed();
                }
              }}
            >
              Leave
            </button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
