import { useEffect, useRef } from 'react';

import type { ReadablePost } from '../../shared/api/types';
import { loadChunk } from '../../shared/loading/load-chunk';
import { reportSiteUpdate } from '../../shared/notices';

/** Counts one view of a post, and adds it to /recent, once the page is there. */
export function useViewCount(post: ReadablePost): void {
  const countedId = useRef<string | null>(null);

  useEffect(() => {
    let hasLeft = false;
    loadChunk(() => import('./view/record-view')).then(({ recordView }) => {
      if (!hasLeft && countedId.current !== post._id) {
        countedId.current = post._id;
        recordView(post);
      }
    }, reportSiteUpdate);
    return () => {
      hasLeft = true;
    };
  }, [post]);
}
