import { useEffect, useRef } from 'react';

import { loadChunk } from '../../shared/loading/load-chunk';
import { reportSiteUpdate } from '../../shared/notices';

/** Counts one view of a post, and adds it to /recent, once the page is there. */
export function useViewCount(postId: string): void {
  const countedId = useRef<string | null>(null);

  useEffect(() => {
    if (countedId.current === postId) {
      return;
    }
    countedId.current = postId;
    loadChunk(() => import('./view/record-view')).then(({ recordView }) => {
      recordView(postId);
    }, reportSiteUpdate);
  }, [postId]);
}
