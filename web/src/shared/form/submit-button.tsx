import type { MouseEvent, ReactNode } from 'react';

type Props = { children: ReactNode; busyText: string; isBusy: boolean; disabled?: boolean };

/** Sends a form; while that is under way it says so, keeps the focus and sends nothing twice. */
export function SubmitButton({ children, busyText, isBusy, disabled = false }: Props) {
  function keepFromTwice(event: MouseEvent) {
    if (isBusy) {
      event.preventDefault();
    }
  }
  return (
    <button
      type="submit"
      className="button button-primary button-wide"
      disabled={disabled}
      aria-disabled={isBusy || undefined}
      onClick={keepFromTwice}
    >
      {isBusy ? busyText : children}
    </button>
  );
}
