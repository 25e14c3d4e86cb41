import type { NavigateFunction } from 'react-router';

import { goTo } from '../../../shared/rich-text/hash-target';
import type { LoginState } from '../../../shared/session/login-prompt';
import { isSitePath, watchLinks } from '../../../shared/ui/site-links';

export type Place = { navigate: NavigateFunction; pathname: string; search: string };

/**
 * Follows the links of the comments without a page load: to comments, to other parts of the list, and to pages of the
 * site. From the login the reader comes back to the comment.
 */
export function followLinks(
  root: HTMLElement,
  { navigate, pathname, search }: Place,
  signal: AbortSignal,
): void {
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
  watchLinks(root, follow, signal);
}
