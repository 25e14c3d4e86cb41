import { type FoundDraft, type PostFormValues, draftIn } from './draft-store';
import { mergeDrafts } from './server-drafts';
import { useDraftStorage } from './use-draft-storage';
import { useServerDrafts } from './use-server-drafts';

type Options = {
  /** The id of the post; null for a new one. */
  postId: string | null;
  /** The id of the post that the page was opened with. */
  openedId: string | null;
  /** The key of the autosaves of this page. */
  key: string;
  version: () => number;
  read: () => PostFormValues;
  base: () => number | undefined;
  saved: PostFormValues;
  onKept: (version: number) => void;
};

/** The drafts of earlier visits, here and on the server, and the storage of the present one in this browser. */
export function useDrafts(options: Options) {
  const { postId, openedId, key, version, read, base, saved, onKept } = options;
  const local = useDraftStorage({ name: postId ?? 'new', version, read, base, saved, onKept });
  const remote = useServerDrafts({ postId: openedId, key, saved });

  /** Whether an autosave with this key replaces none that is offered. */
  function canReplace(present: string): boolean {
    return (
      // The key of a new post is new.
      openedId !== present ||
      (remote.isListed() && remote.latest().every(({ autosave }) => autosave?.key !== present))
    );
  }

  /** Keeps the offered draft of the server in this browser before one with the same key takes its place. */
  async function beforeReplacing(present: string): Promise<void> {
    if (canReplace(present)) {
      return;
    }
    await remote.list();
    const draft = mergeDrafts(local.offered, remote.latest()).find(
      ({ autosave }) => autosave?.key === present,
    );
    remote.forget(present);
    if (draft?.autosave?.isOnly) {
      await local.setAside(draftIn(draft));
    }
  }

  return {
    ...local,
    offered: mergeDrafts(local.offered, remote.offered),
    canReplace,
    beforeReplacing,
    /** As `beforeReplacing`, for a save, which drops the autosave of its post; does not wait for the server. */
    beforeSaving: async (present: string): Promise<void> => {
      if (remote.isListed()) {
        await beforeReplacing(present);
      }
    },
    take: (draft: FoundDraft) => {
      local.take(draft);
      if (draft.autosave) {
        remote.forget(draft.autosave.key);
      }
    },
    discard: (draft: FoundDraft) => {
      if (draft.autosave) {
        remote.discard(draft.autosave.key);
      }
      if (!draft.autosave?.isOnly) {
        local.discard(draft);
      }
    },
  };
}
