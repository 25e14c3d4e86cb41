import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { type Draft, type WrittenPost, dropDraft, keepDraft, readDraft } from './draft-store';

const KEEP_EVERY_MS = 3_000;

type Options = {
  /** Under which the draft is kept: the id of the post, or `new`. */
  name: string;
  /** Changes with every change; none since the last time means that there is nothing to keep. */
  version: () => number;
  read: () => WrittenPost;
  /** What is saved, to which a draft that says the same adds nothing. */
  saved: WrittenPost;
};

/** Keeps unsaved work every few seconds and when the page goes, and gives what an earlier visit left. */
export function useDraftKeeping({ name, version, read, saved }: Options) {
  const keptVersion = useRef(0);
  const [offered, setOffered] = useState<Draft | null>(null);

  function keepNow() {
    const present = version();
    if (present !== keptVersion.current) {
      keptVersion.current = present;
      void keepDraft(name, { ...read(), savedAt: new Date().toISOString() });
    }
  }

  const keep = useEffectEvent(keepNow);

  const offer = useEffectEvent((draft: Draft | null) => {
    if (draft && !saysTheSame(draft, saved)) {
      setOffered(draft);
    }
  });

  useEffect(() => {
    let isHere = true;
    void readDraft(name).then((draft) => {
      if (isHere) {
        offer(draft);
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
    keepNow,
    /** The offer was taken or not: it is made no more. */
    decide: () => {
      setOffered(null);
    },
    drop: () => {
      keptVersion.current = version();
      setOffered(null);
      void dropDraft(name);
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
