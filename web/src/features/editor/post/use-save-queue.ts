import { useRef } from 'react';

import type { Status } from '../api';

/** The status to save a post with; `present` keeps the status of the post, and stays on the page. */
export type SaveRequest = Status | 'present';

/**
 * Runs saves one after the other. Of the requests that come while one runs, the last is run after it: one for a status
 * before one for the present status. None is run after a failure.
 */
export function useSaveQueue(save: (request: SaveRequest) => Promise<boolean>) {
  const isRunning = useRef(false);
  const waiting = useRef<SaveRequest | null>(null);

  return async function request(requested: SaveRequest): Promise<void> {
    if (isRunning.current) {
      waiting.current = requested === 'present' ? (waiting.current ?? requested) : requested;
      return;
    }
    isRunning.current = true;
    try {
      let next: SaveRequest | null = requested;
      while (next !== null) {
        waiting.current = null;
        next = (await save(next)) ? waiting.current : null;
      }
    } finally {
      isRunning.current = false;
    }
  };
}
