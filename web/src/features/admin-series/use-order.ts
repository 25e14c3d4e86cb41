import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { messageFor } from '../../shared/api/errors';
import { invalidateAfter } from '../../shared/api/invalidation';
import type { SeriesPost } from '../../shared/api/types';
import { orderSeries, seriesPostsQuery } from './api';

/** The order of the posts of a series. A change is shown at once, and undone if the server refuses it. */
export function useOrder(id: string, stored: readonly SeriesPost[]) {
  const client = useQueryClient();
  /** The posts while they are being sent; null while none are. */
  const [sent, setSent] = useState<readonly SeriesPost[] | null>(null);
  const [error, setError] = useState<string | null>(null);
  const isBusy = useRef(false);
  /** The newest order that waits for the one on its way. */
  const waiting = useRef<readonly SeriesPost[] | null>(null);

  async function send(posts: readonly SeriesPost[]): Promise<void> {
    const ordered = await orderSeries(
      id,
      posts.map(({ _id }) => _id),
    );
    client.setQueryData(seriesPostsQuery(id).queryKey, ordered);
    const next = waiting.current;
    if (next !== null) {
      waiting.current = null;
      await send(next);
    }
  }

  /** Returns whether the order was stored, or waits for another one on its way, whose failure undoes both. */
  async function change(posts: readonly SeriesPost[]): Promise<boolean> {
    setSent(posts);
    setError(null);
    if (isBusy.current) {
      waiting.current = posts;
      return true;
    }
    isBusy.current = true;
    try {
      await send(posts);
      return true;
    } catch (failure) {
      setError(messageFor(failure, 'Failed to change the order'));
      return false;
    } finally {
      isBusy.current = false;
      waiting.current = null;
      setSent(null);
      void invalidateAfter(client, 'series');
    }
  }

  return { posts: sent ?? stored, change, error, isBusy: sent !== null };
}

/** Returns the items with the one at `from` at `to`. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const others = items.filter((_, place) => place !== from);
  return others.toSpliced(to, 0, ...items.slice(from, from + 1));
}
