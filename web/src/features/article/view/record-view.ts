import { unwrap, api } from '../../../shared/api/client';
import type { ReadablePost } from '../../../shared/api/types';
import { rememberView } from '../../../shared/recent-views';
import { sessionId } from '../../../shared/session/session-id';
import { siteOfReferrer } from './referrer';
import { watchReading } from './watch-reading';

/** Narrower windows count as mobile (product.md §7). */
const MOBILE_BELOW_PX = 768;

/** Counts a view of a post on the server, and in this browser; later, if it comes to that, that it was read. */
export function recordView(post: ReadablePost): void {
  rememberView(post._id);
  const deviceType = window.innerWidth < MOBILE_BELOW_PX ? 'mobile' : 'desktop';
  const referrer = siteOfReferrer();
  const body = { sessionId: sessionId(), deviceType, ...(referrer && { referrer }) } as const;
  unwrap(api.POST('/blogs/{id}/view', { params: { path: { id: post._id } }, body })).then(
    () => {
      watchReading(post);
    },
    () => {
      // Not shown: an uncounted view does not concern the reader.
    },
  );
}
