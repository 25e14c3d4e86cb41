import { useEffect, useRef } from 'react';

import { loadChunk } from '../../shared/loading/load-chunk';
import { reportSiteUpdate } from '../../shared/notices';

/** Counts one view of a post, and adds it to /recent, once the page is there. */
export function useViewCount(postId: string): void {
  const countedId = useRef<string | null>(null);

  useEffect(() => {
    let hasLeft = false;
    loadChunk(() => import('./view/record-view')).then(({ recordView }) => {
      if (!hasLeft && countedId.current !== postId) {
        countedId.current = postId;
        recordView(postId);
      }
    }, reportSiteUpdate);
    return () => {
      hasLeft = true;
    };
  }, [postId]);
}
