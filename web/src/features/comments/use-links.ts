import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { loadChunk } from '../../shared/loading/load-chunk';
import { reportSiteUpdate } from '../../shared/notices';

/** Returns the ref of the section, whose links are followed without a page load once the code for that is there. */
export function useLinks() {
  const root = useRef<HTMLElement>(null);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(() => {
    const controller = new AbortController();
    loadChunk(() => import('./participation/links')).then(({ followLinks }) => {
      if (root.current) {
        followLinks(root.current, { navigate, pathname, search }, controller.signal);
      }
    }, reportSiteUpdate);
    return () => {
      controller.abort();
    };
  }, [navigate, pathname, search]);
  return root;
}
