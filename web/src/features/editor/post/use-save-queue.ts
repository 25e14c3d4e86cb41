import { useRef } from 'react';

import type { Status } from '../api';

/** The status to save a post with; `present` keeps the status of the post, and stays on the page. */
export type SaveRequest = Status | 'present';

/**
 * Runs saves one after the other. Of the requests that come while one runs, the last is run after it: one for a status
 * before one for the present status. None is run after a failure. A request resolves to whether all of them succeeded.
 */
export function useSaveQueue(save: (request: SaveRequest) => Promise<boolean>) {
  const running = useRef<Promise<boolean> | null>(null);
  const waiting = useRef<SaveRequest | null>(null);

  async function run(requested: SaveRequest): Promise<boolean> {
    let next: SaveRequest | null = requested;
    let isSaved = true;
    try {
      while (next !== null) {
        waiting.current = null;
        isSaved = await save(next);
        next = isSaved ? waiting.current : null;
      }
    } finally {
      running.current = null;
    }
    return isSaved;
  }

  return function request(requested: SaveRequest): Promise<boolean> {
    if (running.current) {
      waiting.current = requested === 'present' ? (waiting.current ?? requested) : requested;
    } else {
      running.current = run(requested);
    }
    return running.current;
  };
}
