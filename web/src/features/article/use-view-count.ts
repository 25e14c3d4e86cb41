import { useEffect, useRef } from 'react';

import { rememberView } from '../../shared/recent-views';
import { sessionId } from '../../shared/session/session-id';
import { countView } from './api';

/** Narrower windows count as phones (product.md §7). */
const MOBILE_BELOW_PX = 768;

/** Counts the opening of a blog once, and remembers it for /recent. */
export function useViewCount(blogId: string): void {
  const counted = useRef<string | null>(null);

  useEffect(() => {
    if (counted.current === blogId) {
      return;
    }
    counted.current = blogId;
    rememberView(blogId);
    const deviceType = window.innerWidth < MOBILE_BELOW_PX ? 'mobile' : 'desktop';
    countView(blogId, sessionId(), deviceType).catch(() => {
      // Nobody who reads is helped by hearing that their visit was not counted.
    });
  }, [blogId]);
}
