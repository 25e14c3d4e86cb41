import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { holdDraft } from './draft-locks';
import {
  DRAFTS_MAX,
  type Draft,
  type FoundDraft,
  type Kept,
  type WrittenPost,
  dropDraft,
  keepDraft,
  keyOf,
  listDrafts,
  newSlot,
  saysTheSame,
} from './draft-store';

const KEEP_EVERY_MS = 3_000;

type Outcome = Kept | 'too many';

const TROUBLE: Readonly<Record<Outcome, string | null>> = {
  whole: null,
  'without pictures':
    'This browser has no room left for the pictures of this draft: only its text is kept. Save it soon.',
  'too large': 'This post is too long for this browser to keep before it is saved. Save it soon.',
  nothing: 'This browser has no room left for this draft. Save it, or discard an older one.',
  'too many': `This browser keeps ${DRAFTS_MAX} drafts, and has as many. Discard one, so that this one is kept as well.`,
};

const UNSAVED = 'Your changes are not saved.';
const LOST =
  'Your latest changes are not saved, and this browser cannot keep them: leaving loses them.';
const ON_LEAVING: Readonly<Record<Outcome, string>> = {
  whole: `${UNSAVED} This browser keeps them and offers them when you come back.`,
  'without pictures': `${UNSAVED} This browser keeps the text without its pictures and offers it when you come back.`,
  'too large': LOST,
  nothing: LOST,
  'too many': LOST,
};

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
  /** The version of which nothing needs to be kept. */
  const savedVersion = useRef(0);
  const last = useRef({ version: 0, outcome: Promise.resolve<Outcome>('whole') });
  const [slot, setSlot] = useState(newSlot);
  const [offered, setOffered] = useState<readonly FoundDraft[]>([]);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [onLeaving, setOnLeaving] = useState(UNSAVED);

  async function put(draft: Draft, others: readonly FoundDraft[]): Promise<Outcome> {
    if (others.some((other) => saysTheSame(other, draft))) {
      await dropDraft(name, slot);
      return 'whole';
    }
    return others.length < DRAFTS_MAX ? keepDraft(name, slot, draft) : 'too many';
  }

  function keepNow(others = offered): Promise<Outcome> {
    const present = version();
    if (present !== last.current.version) {
      const outcome = put({ ...read(), savedAt: new Date().toISOString() }, others);
      last.current = { version: present, outcome };
      void outcome.then((kept) => {
        if (last.current.outcome === outcome) {
          setTrouble(TROUBLE[kept]);
        }
      });
    }
    return last.current.outcome;
  }

  function startFrom(nothingToKeep: number) {
    savedVersion.current = nothingToKeep;
    last.current = { version: nothingToKeep, outcome: Promise.resolve('whole') };
  }

  const keep = useEffectEvent(() => {
    void keepNow();
  });

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
    /** What becomes of the changes when the page is left, once `askToLeave` has found it out. */
    onLeaving,
    askToLeave: () => {
      setOnLeaving(UNSAVED);
      void keepNow().then((kept) => {
        setOnLeaving(ON_LEAVING[kept]);
      });
    },
    /** The draft goes on in a slot of its own; what stood in the form until now is offered in its place. */
    take: (draft: FoundDraft) => {
      const { slot: left, ...taken } = draft;
      const others = offered.filter((other) => other.slot !== left);
      const present = { ...read(), savedAt: new Date().toISOString(), slot };
      const isOwnWork =
        version() !== savedVersion.current &&
        ![saved, ...offered].some((other) => saysTheSame(present, other));
      void (isOwnWork ? keepDraft(name, slot, present) : dropDraft(name, slot));
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
      const others = offered.filter((other) => other.slot !== left);
      setOffered(others);
      void dropDraft(name, left).then(() => {
        // There may be room for the present draft now, or no equal one any more.
        startFrom(savedVersion.current);
        return keepNow(others);
      });
    },
    /** What was written up to this version is saved. */
    drop: (versionSaved: number) => {
      startFrom(versionSaved);
      setTrouble(null);
      void dropDraft(name, slot);
    },
  };
}
