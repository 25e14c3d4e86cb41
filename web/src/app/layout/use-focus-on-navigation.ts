import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

import { focusPageTitle } from '../../shared/ui/page-title';

/** Moves the focus to the page title after a navigation, so that screen readers start there. */
export function useFocusOnNavigation(): void {
  const { pathname, hash } = useLocation();
  const previousPath = useRef(pathname);
  useEffect(() => {
    if (previousPath.current !== pathname) {
      previousPath.current = pathname;
      if (hash === '') {
        focusPageTitle();
      }
    }
  }, [pathname, hash]);
}
