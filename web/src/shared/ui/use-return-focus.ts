import { useRef } from 'react';

/**
 * Focus handlers of a dialog without a trigger: return the focus to the element that had it before, or call
 * `fallback` if none had it.
 */
export function useReturnFocus(fallback?: () => void) {
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
      } else if (fallback) {
        event.preventDefault();
        fallback();
      }
    },
  };
}
