import { QueryClient, notifyManager } from '@tanstack/react-query';

import { ConnectionError } from './connection';
import { ApiError } from './errors';

const STALE_AFTER_MS = 30_000;
const RETRIES_MAX = 1;

// A toggle must show in the next frame: the default scheduler waits for a timer, and so for another frame.
notifyManager.setScheduler(queueMicrotask);

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_AFTER_MS,
        // An error response would be the same again; a lost connection is retried once.
        retry: (failures, error) => isRetryable(error) && failures < RETRIES_MAX,
        // Without a connection a request fails and reports why: a paused one looks like one in progress.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

function isRetryable(error: unknown): boolean {
  const isOffline = error instanceof ConnectionError && error.fault === 'offline';
  return !isOffline && !(error instanceof ApiError);
}
