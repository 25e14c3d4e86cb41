import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

import { focusPageTitle } from '../../shared/ui/page-title';

/** Moves the focus to the title of a page that was navigated to, so that it is read out first. */
export function useFocusOnNavigation(): void {
  const { pathname, hash } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current !== pathname) {
      shown.current = pathname;
      if (hash === '') {
        focusPageTitle();
      }
    }
  }, [pathname, hash]);
}
