import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { holdDraft } from './draft-locks';
import {
  DRAFTS_MAX,
  type Draft,
  type FoundDraft,
  type PostFormValues,
  type StoredPart,
  draftIn,
  dropDraft,
  hasSameContent,
  keyOf,
  listDrafts,
  newSlot,
  storeDraft,
} from './draft-store';

const STORE_INTERVAL_MS = 3_000;

type Outcome = StoredPart | 'too many';

const WARNINGS: Readonly<Record<Outcome, string | null>> = {
  whole: null,
  'without pictures':
    'This browser has no room left for the pictures of this draft: only its text is kept. Save it soon.',
  'too large': 'This text is too long for this browser to keep before it is saved. Save it soon.',
  nothing: 'This browser has no room left for this draft. Save it, or discard an older one.',
  'too many': `This browser keeps ${DRAFTS_MAX} drafts, and has as many. Discard one, so that this one is kept as well.`,
};

const UNSAVED = 'Your changes are not saved.';
const LOST =
  'Your latest changes are not saved, and this browser cannot keep them: leaving loses them.';
const LEAVE_TEXTS: Readonly<Record<Outcome, string>> = {
  whole: `${UNSAVED} This browser keeps them and offers them when you come back.`,
  'without pictures': `${UNSAVED} This browser keeps the text without its pictures and offers it when you come back.`,
  'too large': LOST,
  nothing: LOST,
  'too many': LOST,
};

type Options = {
  /** The form: the id of the post, or `new`. Each of its drafts has a slot of its own. */
  name: string;
  /** Returns a number that changes with every edit; unchanged since the last call means nothing to store. */
  version: () => number;
  read: () => PostFormValues;
  /** Returns the number of the revision that the text is based on; undefined for a new post. */
  base?: () => number | undefined;
  /** The saved post; a draft equal to it is not stored. */
  saved: PostFormValues;
  /** Called when this version is stored completely. */
  onKept?: (version: number) => void;
};

/** Stores unsaved work every few seconds and when the page closes, and offers the drafts of earlier visits. */
export function useDraftStorage({ name, version, read, base, saved, onKept }: Options) {
  /** The version that is saved. */
  const savedVersion = useRef(0);
  const last = useRef({ version: 0, outcome: Promise.resolve<Outcome>('whole') });
  const [slot, setSlot] = useState(newSlot);
  const [offered, setOffered] = useState<readonly FoundDraft[]>([]);
  const [warning, setWarning] = useState<string | null>(null);
  const [leaveText, setLeaveText] = useState(UNSAVED);

  function readDraft(): Draft {
    const baseRevision = base?.();
    return {
      ...read(),
      savedAt: new Date().toISOString(),
      ...(baseRevision !== undefined && { baseRevision }),
    };
  }

  async function storeUnlessEqual(draft: Draft, others: readonly FoundDraft[]): Promise<Outcome> {
    if (others.some((other) => hasSameContent(other, draft))) {
      await dropDraft(name, slot);
      return 'whole';
    }
    return others.length < DRAFTS_MAX ? storeDraft(name, slot, draft) : 'too many';
  }

  function storeNow(others = offered): Promise<Outcome> {
    const currentVersion = version();
    if (currentVersion !== last.current.version) {
      const outcome = storeUnlessEqual(readDraft(), others);
      last.current = { version: currentVersion, outcome };
      void outcome.then((stored) => {
        if (last.current.outcome === outcome) {
          setWarning(WARNINGS[stored]);
        }
        if (stored === 'whole') {
          onKept?.(currentVersion);
        }
      });
    }
    return last.current.outcome;
  }

  function resetTo(newSavedVersion: number) {
    savedVersion.current = newSavedVersion;
    last.current = { version: newSavedVersion, outcome: Promise.resolve('whole') };
  }

  const store = useEffectEvent(() => {
    void storeNow();
  });

  const offer = useEffectEvent((drafts: readonly FoundDraft[]) => {
    setOffered(drafts.filter((draft) => !hasSameContent(draft, saved)));
  });

  useEffect(() => holdDraft(keyOf(name, slot)), [name, slot]);

  useEffect(() => {
    let isMounted = true;
    void listDrafts(name).then((drafts) => {
      if (isMounted) {
        offer(drafts);
      }
    });
    return () => {
      isMounted = false;
    };
  }, [name]);

  useEffect(() => {
    const onHide = () => {
      if (document.visibilityState === 'hidden') {
        store();
      }
    };
    const onTimerOrHide = () => {
      store();
    };
    const timer = setInterval(onTimerOrHide, STORE_INTERVAL_MS);
    window.addEventListener('pagehide', onTimerOrHide);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      store();
      clearInterval(timer);
      window.removeEventListener('pagehide', onTimerOrHide);
      document.removeEventListener('visibilitychange', onHide);
    };
  }, []);

  return {
    offered,
    /** Why the draft is not stored completely; null if it is. */
    warning,
    /** The text about unsaved changes when the page is left, updated by `updateLeaveText`. */
    leaveText,
    updateLeaveText: () => {
      setLeaveText(UNSAVED);
      void storeNow().then((stored) => {
        setLeaveText(LEAVE_TEXTS[stored]);
      });
    },
    /** Stores a draft beside the present one and offers it; without one, a copy of what is written. */
    setAside: async (draft: Draft = readDraft()): Promise<void> => {
      const next = newSlot();
      setOffered((others) => [{ ...draft, slot: next }, ...others]);
      await storeDraft(name, next, draft);
    },
    /** Restores a draft into a new slot; unsaved work in the form becomes a draft that is offered instead. */
    take: (draft: FoundDraft) => {
      const oldSlot = draft.slot;
      const restored = draftIn(draft);
      const others = offered.filter((other) => other.slot !== oldSlot);
      const current = { ...readDraft(), slot };
      const isOwnWork =
        version() !== savedVersion.current &&
        ![saved, ...offered].some((other) => hasSameContent(current, other));
      void (isOwnWork ? storeDraft(name, slot, current) : dropDraft(name, slot));
      const next = newSlot();
      setSlot(next);
      setOffered(isOwnWork ? [current, ...others] : others);
      void storeDraft(name, next, restored).then((stored) => {
        setWarning(WARNINGS[stored]);
        if (stored === 'whole') {
          void dropDraft(name, oldSlot);
        }
      });
    },
    discard: ({ slot: oldSlot }: FoundDraft) => {
      const others = offered.filter((other) => other.slot !== oldSlot);
      setOffered(others);
      void dropDraft(name, oldSlot).then(() => {
        // The current draft may fit now, or its equal may be gone.
        resetTo(savedVersion.current);
        return storeNow(others);
      });
    },
    /** Drops the draft after everything up to this version was saved. */
    drop: (versionSaved: number) => {
      resetTo(versionSaved);
      setWarning(null);
      void dropDraft(name, slot);
    },
  };
}
