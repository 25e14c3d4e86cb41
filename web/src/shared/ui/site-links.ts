/** Links to pages of the site in HTML of the server, followed without a page load. */
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';

import { isPlainClick } from '../plain-click';

/** Calls `follow` for the links around which a plain click happens, with the address as it is written. */
export function watchLinks(
  root: HTMLElement,
  follow: (address: string, link: HTMLAnchorElement) => boolean,
  signal: AbortSignal,
): void {
  root.addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const address = link?.getAttribute('href');
      if (
        link &&
        address &&
        !event.defaultPrevented &&
        isPlainClick(event) &&
        follow(address, link)
      ) {
        event.preventDefault();
      }
    },
    { signal },
  );
}

/** Returns the ref of an element whose links to pages of the site are followed without a page load. */
export function useSiteLinks<Root extends HTMLElement>() {
  const root = useRef<Root>(null);
  const navigate = useNavigate();
  useEffect(() => {
    const controller = new AbortController();
    const follow = (address: string) => {
      const isPage = isSitePath(address);
      if (isPage) {
        void navigate(address);
      }
      return isPage;
    };
    if (root.current) {
      watchLinks(root.current, follow, controller.signal);
    }
    return () => {
      controller.abort();
    };
  }, [navigate]);
  return root;
}

/** Whether an address is a path of this site: `//` begins the name of another one. */
export function isSitePath(address: string): boolean {
  return /^\/(?!\/)/u.test(address);
}
