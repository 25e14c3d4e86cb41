import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { goTo } from '../../shared/rich-text/inner-links';
import type { LoginState } from '../../shared/session/login-prompt';
import { isSitePath, watchLinks } from '../../shared/site-links';

/**
 * Returns the ref of the section, whose links are followed without a page load: to comments, to other parts of the list,
 * and to pages of the site. From the login the reader comes back to the comment.
 */
export function useLinks() {
  const root = useRef<HTMLElement>(null);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(() => {
    const controller = new AbortController();
    const follow = (address: string, link: HTMLAnchorElement) => {
      // A link that loads replies in place has a handler of its own.
      if (link.matches('.comment-more')) {
        return false;
      }
      if (/^[#?]/u.test(address)) {
        const to = address.startsWith('#') ? { search, hash: address } : address;
        void navigate(to, { preventScrollReset: true });
        const target = document.getElementById(address.slice(address.indexOf('#') + 1));
        if (target) {
          goTo(target);
        }
        return true;
      }
      if (isSitePath(address)) {
        const hash = link.closest('.comment')?.id ?? 'comments';
        const state: LoginState = { from: `${pathname}${search}#${hash}` };
        void navigate(address, { state });
        return true;
      }
      return false;
    };
    if (root.current) {
      watchLinks(root.current, follow, controller.signal);
    }
    return () => {
      controller.abort();
    };
  }, [navigate, pathname, search]);
  return root;
}
