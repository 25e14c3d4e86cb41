/** The places of the editor's page for parts of other features. */
import type { ReactNode } from 'react';

import type { Permissions } from '../../../shared/session/permissions';
import type { StoredPost } from '../api';
import type { usePostForm } from './use-post-form';

/** The edited post, for such parts. */
export type EditedPost = {
  /** The post as it is stored; null before its first save. */
  stored: StoredPost | null;
  /** Whether its buttons do nothing at the moment: it is saved by one of them, or the page is about to be left. */
  isBusy: boolean;
  /** Saves it as it is written, and stays on the page. Returns null if that failed, which the editor shows. */
  save: () => Promise<StoredPost | null>;
  /** Returns whether it can be saved; the editor shows what is missing. */
  check: () => boolean;
  /** Notes what was changed of the stored post by other means than a save. */
  amend: (changes: Partial<StoredPost>) => void;
};

/** What the page of the editor adds; each part is drawn where its name says. */
export type EditorParts = {
  /** Whether a part does what the buttons of publishing do. */
  replacesPublish?: (post: EditedPost, permissions: Permissions) => boolean;
  besidePublish?: (post: EditedPost, isPublishReplaced: boolean) => ReactNode;
  aboveText?: (post: EditedPost) => ReactNode;
  inSettings?: (post: EditedPost) => ReactNode;
};

export function editedPost(post: ReturnType<typeof usePostForm>): EditedPost {
  const { phase, isDone, stored, save, amend, findMissing } = post;
  return {
    stored,
    isBusy: isDone || (phase.at === 'saving' && phase.request !== 'present'),
    save: () => save('present'),
    check: () => {
      const isComplete = findMissing() === null;
      if (!isComplete) {
        // Saving fails for what is missing, and leads to the first field.
        void save('present');
      }
      return isComplete;
    },
    amend,
  };
}
