import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';

import { invalidateAfter } from '../../shared/api/invalidation';
import { toast } from '../../shared/toast';
import { isPublished } from './api';

/** The server publishes within a second. */
const FIRST_LOOK_MS = 1_500;
const NEXT_LOOK_MS = 5_000;
/** Longer times overflow the timers of browsers; nobody keeps a page open for so long. */
const TIMER_MAX_MS = 2_147_483_647;

/**
 * Notices that the edited draft was published at its time. Otherwise the next save would send the status that the editor
 * knows, and so take the post back.
 */
export function usePublicationOnTime(
  id: string,
  publishAt: string,
  amend: (changes: { status: 'published'; publishAt: null }) => void,
): void {
  const client = useQueryClient();
  const note = useEffectEvent(() => {
    amend({ status: 'published', publishAt: null });
    toast.success('This post has been published, as scheduled');
    void invalidateAfter(client, 'post');
  });

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;

    async function look() {
      // Without a connection it is asked again, as while the server is late.
      const isDone = await isPublished(id).catch(() => false);
      if (isOver) {
        return;
      }
      if (isDone) {
        note();
      } else {
        timer = setTimeout(() => void look(), NEXT_LOOK_MS);
      }
    }

    const wait = Math.max(0, Date.parse(publishAt) - Date.now()) + FIRST_LOOK_MS;
    if (wait <= TIMER_MAX_MS) {
      timer = setTimeout(() => void look(), wait);
    }
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [id, publishAt]);
}
