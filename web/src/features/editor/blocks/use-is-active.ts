import { type RefObject, useEffect, useState } from 'react';

/** What belongs to the text though it is not part of it: its tools, their menus and forms. */
const TOOLS = '.toolbar, .toolbar-menu, .toolbar-popover';

/** Whether the focus is in the text, in a box that belongs to it, or in its tools. */
export function useIsActive(root: HTMLElement, boxRef: RefObject<HTMLElement | null>): boolean {
  const [isActive, setActive] = useState(() => root.contains(document.activeElement));

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const read = (target: EventTarget | null) => {
      const isIn = (element: Element | null) =>
        element !== null && target instanceof Node && element.contains(target);
      const isTool = target instanceof Element && target.closest(TOOLS) !== null;
      setActive(isTool || isIn(root) || isIn(boxRef.current));
    };
    document.addEventListener(
      'focusin',
      ({ target }) => {
        read(target);
      },
      { signal },
    );
    document.addEventListener(
      'focusout',
      ({ relatedTarget }) => {
        // A window that loses the focus gets it back where it was.
        if (document.hasFocus()) {
          read(relatedTarget);
        }
      },
      { signal },
    );
    return () => {
      stop.abort();
    };
  }, [root, boxRef]);

  return isActive;
}
