import { QueryClient, notifyManager } from '@tanstack/react-query';

import { ConnectionError } from './connection';
import { ApiError } from './errors';

const FRESH_FOR_MS = 30_000;
const RETRIES = 1;

// What is pressed shows in the very next frame: the default waits for a timer, and so for another frame.
notifyManager.setScheduler(queueMicrotask);

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_FOR_MS,
        // What the server has refused it refuses again; what was lost on the way is asked once more.
        retry: (failures, error) => isWorthAnotherTry(error) && failures < RETRIES,
        // Without a connection a call fails, and so says why: one that waits in silence looks like one under way.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

function isWorthAnotherTry(error: unknown): boolean {
  const isOffline = error instanceof ConnectionError && error.fault === 'offline';
  return !isOffline && !(error instanceof ApiError);
}
