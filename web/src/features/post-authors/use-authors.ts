import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { ApiError, messageFor } from '../../shared/api/errors';
import { invalidateAfter } from '../../shared/api/invalidation';
import type { PostSummary } from '../../shared/api/types';
import { setAuthors } from './api';

export type Author = PostSummary['author'];

/** The edited post, as the editor hands it to this part. */
export type EditedPost = {
  /** Null before the first save. */
  stored: { id: string; authors: readonly Author[] } | null;
  /** Notes what has changed of the stored post. */
  amend: (changes: { authors: Author[] }) => void;
};

/** The authors of a stored post. A change is shown at once, and undone if the server refuses it. */
export function useAuthors(id: string, stored: readonly Author[], amend: EditedPost['amend']) {
  const client = useQueryClient();
  /** The authors while they are being sent; null while none are. */
  const [sent, setSent] = useState<readonly Author[] | null>(null);
  const [error, setError] = useState<string | null>(null);
  const isBusy = useRef(false);
  /** The newest change that waits for the one on its way. */
  const waiting = useRef<readonly Author[] | null>(null);

  async function send(authors: readonly Author[]): Promise<void> {
    const ids = authors.flatMap(({ _id }) => _id ?? []);
    amend({ authors: await setAuthors(id, ids) });
    const next = waiting.current;
    if (next !== null) {
      waiting.current = null;
      await send(next);
    }
  }

  /** Returns whether the change was made, or waits for another one on its way, whose failure undoes both. */
  async function change(authors: readonly Author[]): Promise<boolean> {
    setSent(authors);
    setError(null);
    if (isBusy.current) {
      waiting.current = authors;
      return true;
    }
    isBusy.current = true;
    try {
      await send(authors);
      return true;
    } catch (failure) {
      setError(refusalOf(failure) ?? messageFor(failure, 'Failed to change the authors'));
      return false;
    } finally {
      isBusy.current = false;
      waiting.current = null;
      setSent(null);
      void invalidateAfter(client, 'post');
    }
  }

  return { authors: sent ?? stored, change, error, isBusy: sent !== null };
}

/** Returns the server's message about the authors. */
function refusalOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.fields['authors'] : undefined;
}

/** Returns the authors with the one at `index` moved by `step`. */
export function moved(authors: readonly Author[], index: number, step: -1 | 1): Author[] {
  const others = authors.filter((_, place) => place !== index);
  return others.toSpliced(index + step, 0, ...authors.slice(index, index + 1));
}
