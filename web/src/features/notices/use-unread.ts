import { useQuery } from '@tanstack/react-query';

import type { AccountKind } from '../../shared/session/ended-session';
import { unreadQuery } from './api';
import { usePageVisible } from './page-visible';

const POLL_MS = 60_000;

/** The number of unread notices, asked for once a minute while the page is in view and at once on a return to it. */
export function useUnread(kind: AccountKind): number {
  const isVisible = usePageVisible();
  const { data = 0 } = useQuery({
    ...unreadQuery(kind),
    enabled: isVisible,
    refetchInterval: POLL_MS,
    // The return to the page enables the query again.
    refetchOnWindowFocus: false,
    staleTime: 0,
  });
  return data;
}
