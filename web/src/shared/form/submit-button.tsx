import type { MouseEvent, ReactNode } from 'react';

type Props = { children: ReactNode; busyText: string; isBusy: boolean; disabled?: boolean };

/** A submit button. While `isBusy` it shows `busyText`, keeps the focus and does not submit again. */
export function SubmitButton({ children, busyText, isBusy, disabled = false }: Props) {
  function preventResubmit(event: MouseEvent) {
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
      onClick={preventResubmit}
    >
      {isBusy ? busyText : children}
    </button>
  );
}
