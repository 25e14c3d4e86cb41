import { useLayoutEffect, useRef } from 'react';

import { focusPageTitle } from '../../shared/ui/page-title';

/**
 * Keeps the focus when a stage of an import takes the place of another one with the control that had it: the title of the
 * new stage gets it, or that of the page. `null` while nothing is known yet.
 */
export function useStageFocus(stage: string | null): void {
  const before = useRef(stage);
  useLayoutEffect(() => {
    const { activeElement } = document;
    const isLost = activeElement === null || activeElement === document.body;
    if (before.current !== null && before.current !== stage && isLost) {
      const title = document.querySelector<HTMLElement>('.import-title');
      if (title) {
        title.focus({ preventScroll: true });
      } else {
        focusPageTitle();
      }
    }
    before.current = stage;
  }, [stage]);
}
