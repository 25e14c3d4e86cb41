import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';

import { type StoredPost, storedPost } from '../api';
import type { PostFormValues } from '../draft/draft-store';
import { formValues } from '../post/form-values';
import type { LastSave } from '../post/saving-state';
import type { SaveRequest } from '../post/use-save-queue';
import type { RevisionConflict } from './revision-conflict';

/** The values that are no text: those that were not changed here follow what others have saved. */
const FOLLOWING = ['featuredImage', 'slug', 'canonicalUrl'] as const;

type Open = {
  conflict: RevisionConflict;
  request: SaveRequest;
  /** The version of the text that was sent. */
  version: number;
};

type Options = {
  form: UseFormReturn<PostFormValues>;
  stored: { latest: () => StoredPost | null; put: (post: StoredPost) => void };
  changes: { version: () => number; settle: (version: number) => void };
  draft: { setAside: () => Promise<void>; drop: (version: number) => void };
  save: (request: SaveRequest) => Promise<boolean>;
  /** Replaces what is in the form. */
  show: (values: PostFormValues) => void;
  /** Called when the other text was taken and all that was written here is in the history. */
  onTaken: () => void;
  onSettled: (last: LastSave) => void;
};

/** What happens with a text after somebody else has saved the post: a decision of the writer, which loses nothing. */
export function useConflict(options: Options) {
  const { form, stored, changes, draft, save, show, onTaken, onSettled } = options;
  const [open, setOpen] = useState<Open | null>(null);

  /** Makes the present post the base of the text: the next save replaces it. */
  function rebase({ post }: RevisionConflict): void {
    const before = stored.latest();
    const present = storedPost(post);
    for (const field of FOLLOWING) {
      if (form.getValues(field).trim() === before?.[field]) {
        form.setValue(field, present[field]);
      }
    }
    stored.put(present);
  }

  return {
    /** The conflict to decide; null if there is none. */
    present: open?.conflict ?? null,
    open: (conflict: RevisionConflict, request: SaveRequest, version: number) => {
      setOpen({ conflict, request, version });
    },
    /** Saves the text over the other one. */
    keepMine: () => {
      if (open) {
        rebase(open.conflict);
        setOpen(null);
        void save(open.request);
      }
    },
    /** Shows the other text. What was sent is in the history; what was written since then becomes a draft. */
    takeTheirs: async () => {
      if (!open) {
        return;
      }
      const { conflict, version } = open;
      const written = changes.version();
      const isAllSent = written === version;
      if (isAllSent) {
        draft.drop(written);
      } else {
        await draft.setAside();
        draft.drop(written);
      }
      setOpen(null);
      stored.put(storedPost(conflict.post));
      show(formValues(conflict.post));
      changes.settle(changes.version());
      onSettled({ at: conflict.changedAt, requests: 0 });
      if (isAllSent) {
        onTaken();
      }
    },
    /** Goes back to the text. */
    editOn: () => {
      if (open) {
        rebase(open.conflict);
        setOpen(null);
      }
    },
  };
}

export type Conflict = ReturnType<typeof useConflict>;
