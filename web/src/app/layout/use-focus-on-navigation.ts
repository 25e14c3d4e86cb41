import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

import { isSamePage } from '../../shared/same-page';
import { focusPageTitle } from '../../shared/ui/page-title';

/** Moves the focus to the page title after a navigation, so that screen readers start there. */
export function useFocusOnNavigation(): void {
  const location = useLocation();
  const { pathname, hash } = location;
  const type = useNavigationType();
  const isStaying = isSamePage(type, location.state);
  const previousPath = useRef(pathname);
  useEffect(() => {
    if (previousPath.current !== pathname) {
      previousPath.current = pathname;
      if (hash === '' && !isStaying) {
        focusPageTitle();
      }
    }
  }, [pathname, hash, isStaying]);
}
