import { useEffect, useRef, useState } from 'react';

import { discardAutosave } from '../../../shared/api/autosaves';
import { holdDraft } from './draft-locks';
import { type FoundDraft, type PostFormValues, newSlot } from './draft-store';
import { isSameText, lockOf, serverDrafts } from './server-drafts';

type Options = {
  /** The id of the post that the page was opened with; null for a new one. */
  postId: string | null;
  /** The key under which the page stores autosaves. */
  key: string;
  /** The saved post; a draft equal to it is not offered. */
  saved: PostFormValues;
};

/** The drafts of earlier visits that the server keeps. */
export function useServerDrafts({ postId, key, saved }: Options) {
  const [offered, setOffered] = useState<readonly FoundDraft[]>([]);
  const [page] = useState(newSlot);
  const opened = useRef({ postId, saved });
  const listing = useRef<Promise<void> | null>(null);
  const isListed = useRef(false);
  /** What is offered, also between a change and the next rendering. */
  const latest = useRef<readonly FoundDraft[]>([]);

  function put(drafts: readonly FoundDraft[]): void {
    latest.current = drafts;
    setOffered(drafts);
  }

  /** Lists the drafts once; again after a failure. */
  function list(): Promise<void> {
    listing.current ??= serverDrafts(opened.current.postId, page).then(
      (drafts) => {
        put(drafts.filter((draft) => !isSameText(opened.current.saved, draft)));
        isListed.current = true;
      },
      (error: unknown) => {
        listing.current = null;
        throw error;
      },
    );
    return listing.current;
  }

  useEffect(() => holdDraft(lockOf(key, page)), [key, page]);

  useEffect(() => {
    // Without a response nothing is offered; the next autosave asks again.
    list().catch(() => undefined);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once
  }, []);

  function forget(gone: string): void {
    put(latest.current.filter(({ autosave }) => autosave?.key !== gone));
  }

  return {
    offered,
    list,
    isListed: () => isListed.current,
    latest: () => latest.current,
    forget,
    discard: (gone: string) => {
      forget(gone);
      // At worst it is offered again.
      discardAutosave(gone).catch(() => undefined);
    },
  };
}
