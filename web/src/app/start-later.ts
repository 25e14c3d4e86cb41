import type { QueryClient } from '@tanstack/react-query';

import { prefetchLinks } from './link-prefetching';
import type { SiteRouter } from './router';
import { tellEndedSessions } from './tell-ended-session';

/** Starts what the first page stands without. Returns how to stop it. */
export function startLater(queryClient: QueryClient, router: SiteRouter): () => void {
  const stops = [prefetchLinks(queryClient, router), tellEndedSessions()];
  return () => {
    stops.forEach((stop) => {
      stop();
    });
  };
}
