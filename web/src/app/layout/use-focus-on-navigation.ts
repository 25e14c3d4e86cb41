import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Moves the focus to the title of a page that was navigated to, so that it is read out first. */
export function useFocusOnNavigation(): void {
  const { pathname, hash } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) {
      return;
    }
    shown.current = pathname;
    if (hash === '') {
      focusTitle();
    }
  }, [pathname, hash]);
}

function focusTitle(): void {
  const title = document.querySelector<HTMLElement>('[data-page-title]');
  title?.focus({ preventScroll: true });
}
