import { useRef } from 'react';

/**
 * Handlers of a dialog that no trigger opens: what had the focus before has it again afterwards. Where nothing had it,
 * `otherwise` is called.
 */
export function useReturnFocus(otherwise?: () => void) {
  const opener = useRef<Element>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      const isBack = opener.current !== document.body && opener.current?.isConnected;
      if (isBack && opener.current instanceof HTMLElement) {
        event.preventDefault();
        opener.current.focus();
      } else if (otherwise) {
        event.preventDefault();
        otherwise();
      }
    },
  };
}
