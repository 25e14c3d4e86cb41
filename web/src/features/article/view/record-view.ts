import { unwrap, api } from '../../../shared/api/client';
import { rememberView } from '../../../shared/recent-views';
import { sessionId } from '../../../shared/session/session-id';

/** Narrower windows count as mobile (product.md §7). */
const MOBILE_BELOW_PX = 768;

/** Counts a view of a post on the server, and in this browser. */
export function recordView(postId: string): void {
  rememberView(postId);
  const deviceType = window.innerWidth < MOBILE_BELOW_PX ? 'mobile' : 'desktop';
  const body = { sessionId: sessionId(), deviceType } as const;
  unwrap(api.POST('/blogs/{id}/view', { params: { path: { id: postId } }, body })).catch(() => {
    // Not shown: an uncounted view does not concern the reader.
  });
}
