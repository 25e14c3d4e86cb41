import { useEffect, useRef } from 'react';

import { rememberView } from '../../shared/recent-views';
import { sessionId } from '../../shared/session/session-id';
import { countView } from './api';

/** Narrower windows count as mobile (product.md §7). */
const MOBILE_BELOW_PX = 768;

/** Counts one view of a post, and adds it to /recent. */
export function useViewCount(postId: string): void {
  const countedId = useRef<string | null>(null);

  useEffect(() => {
    if (countedId.current === postId) {
      return;
    }
    countedId.current = postId;
    rememberView(postId);
    const deviceType = window.innerWidth < MOBILE_BELOW_PX ? 'mobile' : 'desktop';
    countView(postId, sessionId(), deviceType).catch(() => {
      // Not shown: an uncounted view does not concern the reader.
    });
  }, [postId]);
}
