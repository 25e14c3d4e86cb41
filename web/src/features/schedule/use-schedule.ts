import { useQueryClient } from '@tanstack/react-query';

import { ApiError, hasCode, messageFor } from '../../shared/api/errors';
import { invalidateAfter } from '../../shared/api/invalidation';
import { toast } from '../../shared/toast';
import { schedulePost } from './api';
import { momentText } from './day-texts';

/** What planning needs of a stored post. */
export type StoredDraft = { id: string; status: 'draft' | 'published'; publishAt: string | null };

/** The edited post, as the editor hands it to its parts. */
export type EditedDraft = {
  /** Null before the first save. */
  stored: StoredDraft | null;
  isBusy: boolean;
  /** Saves it as it is written; returns null if that failed, which the editor shows. */
  save: () => Promise<StoredDraft | null>;
  /** Returns whether it can be saved; the editor shows what is missing. */
  check: () => boolean;
  /** Notes what has changed of the stored post. */
  amend: (changes: Partial<Omit<StoredDraft, 'id'>>) => void;
};

const PUBLISHED = { status: 'published', publishAt: null } as const;

/** Plans the publication of the edited post. */
export function useSchedule({ save, amend }: EditedDraft, zone: string) {
  const client = useQueryClient();

  /** Returns the message of a failure; null after success. */
  async function request(id: string, at: string | null, failed: string): Promise<string | null> {
    try {
      amend({ publishAt: await schedulePost(id, at) });
      return null;
    } catch (error) {
      if (hasCode(error, 'already_published')) {
        amend(PUBLISHED);
      }
      return fieldMessage(error) ?? messageFor(error, failed);
    } finally {
      void invalidateAfter(client, 'post');
    }
  }

  return {
    /** Saves the post and plans its publication; returns what to show if that failed. */
    plan: async (at: Date): Promise<string | null> => {
      const saved = await save();
      if (saved === null) {
        // The editor tells why.
        return null;
      }
      const failure = await request(saved.id, at.toISOString(), 'Failed to schedule the post');
      if (failure === null) {
        toast.success(`Will be published on ${momentText(at, zone)}`);
      }
      return failure;
    },
    cancel: async (id: string): Promise<void> => {
      const failure = await request(id, null, 'Failed to unschedule the post');
      if (failure === null) {
        toast.success('The post is no longer scheduled');
      } else {
        toast.error(failure);
      }
    },
  };
}

/** Returns the server's message about the time. */
function fieldMessage(error: unknown): string | undefined {
  return error instanceof ApiError ? error.fields['publishAt'] : undefined;
}
