import type { QueryClient } from '@tanstack/react-query';

import { prefetchLinks } from './link-prefetching';
import type { SiteRouter } from './router';
import { showEndedSessionMessages } from './ended-session-message';

/** Starts features that the first page does not need. Returns the function that stops them. */
export function startDeferredFeatures(queryClient: QueryClient, router: SiteRouter): () => void {
  const stops = [prefetchLinks(queryClient, router), showEndedSessionMessages()];
  return () => {
    stops.forEach((stop) => {
      stop();
    });
  };
}
