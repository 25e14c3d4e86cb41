import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { holdDraft } from './draft-locks';
import {
  DRAFTS_MAX,
  type FoundDraft,
  type Kept,
  type WrittenPost,
  dropDraft,
  keepDraft,
  keyOf,
  listDrafts,
  newSlot,
} from './draft-store';

const KEEP_EVERY_MS = 3_000;

const TROUBLE: Readonly<Record<Kept, string | null>> = {
  whole: null,
  'without pictures':
    'This browser has no room left for the pictures of this draft: only its text is kept. Save it soon.',
  nothing: 'This browser has no room left for this draft. Save it, or discard an older one.',
};
const TOO_MANY = `This browser keeps ${DRAFTS_MAX} drafts, and has as many. Discard one, so that this one is kept as well.`;

type Options = {
  /** The form: the id of the post, or `new`. Each draft of it has a slot of its own. */
  name: string;
  /** Changes with every change; none since the last time means that there is nothing to keep. */
  version: () => number;
  read: () => WrittenPost;
  /** What is saved, to which a draft that says the same adds nothing. */
  saved: WrittenPost;
};

/** Keeps unsaved work every few seconds and when the page goes, and gives what earlier visits left. */
export function useDraftKeeping({ name, version, read, saved }: Options) {
  const keptVersion = useRef(0);
  const [slot, setSlot] = useState(newSlot);
  const [offered, setOffered] = useState<readonly FoundDraft[]>([]);
  const [trouble, setTrouble] = useState<string | null>(null);
  const isFull = offered.length >= DRAFTS_MAX;

  function keepNow() {
    const present = version();
    if (present === keptVersion.current) {
      return;
    }
    if (isFull) {
      setTrouble(TOO_MANY);
      return;
    }
    keptVersion.current = present;
    void keepDraft(name, slot, { ...read(), savedAt: new Date().toISOString() }).then((kept) => {
      setTrouble(TROUBLE[kept]);
    });
  }

  const keep = useEffectEvent(keepNow);

  const offer = useEffectEvent((drafts: readonly FoundDraft[]) => {
    setOffered(drafts.filter((draft) => !saysTheSame(draft, saved)));
  });

  useEffect(() => holdDraft(keyOf(name, slot)), [name, slot]);

  useEffect(() => {
    let isHere = true;
    void listDrafts(name).then((drafts) => {
      if (isHere) {
        offer(drafts);
      }
    });
    return () => {
      isHere = false;
    };
  }, [name]);

  useEffect(() => {
    const onHide = () => {
      if (document.visibilityState === 'hidden') {
        keep();
      }
    };
    const onLeave = () => {
      keep();
    };
    const timer = setInterval(onLeave, KEEP_EVERY_MS);
    window.addEventListener('pagehide', onLeave);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      keep();
      clearInterval(timer);
      window.removeEventListener('pagehide', onLeave);
      document.removeEventListener('visibilitychange', onHide);
    };
  }, []);

  return {
    offered,
    /** Why the draft is not kept as it is; null while it is. */
    trouble,
    keepNow,
    /** The draft goes on in a slot of its own; what stood in the form until now is offered in its place. */
    take: (draft: FoundDraft) => {
      const { slot: left, ...taken } = draft;
      const others = offered.filter((other) => other.slot !== left);
      const present = { ...read(), savedAt: new Date().toISOString(), slot };
      const isOwnWork = version() > 0 && !saysTheSame(present, saved);
      if (isOwnWork) {
        void keepDraft(name, slot, present);
      }
      const next = newSlot();
      setSlot(next);
      setOffered(isOwnWork ? [present, ...others] : others);
      void keepDraft(name, next, taken).then((kept) => {
        setTrouble(TROUBLE[kept]);
        if (kept === 'whole') {
          void dropDraft(name, left);
        }
      });
    },
    discard: ({ slot: left }: FoundDraft) => {
      setOffered(offered.filter((other) => other.slot !== left));
      setTrouble(null);
      void dropDraft(name, left);
    },
    /** What was written up to this version is saved. */
    drop: (savedVersion: number) => {
      keptVersion.current = savedVersion;
      setTrouble(null);
      void dropDraft(name, slot);
    },
  };
}

function saysTheSame(draft: WrittenPost, saved: WrittenPost): boolean {
  return (
    draft.picture === null &&
    (['title', 'content', 'category', 'tags', 'featuredImage'] as const).every(
      (field) => draft[field] === saved[field],
    )
  );
}
