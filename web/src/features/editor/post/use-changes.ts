import { startTransition, useCallback, useEffect, useRef, useState } from 'react';

import type { EditorContent } from '../editor-content';

/** The pause in writing after which a post counts as kept: the state of saving does not flicker while it is written. */
const PAUSE_MS = 1_000;

/** Counts the changes of a post, and whether any is unsaved or at least kept as a draft. */
export function useChanges(content: EditorContent) {
  const [isUnsaved, setUnsaved] = useState(false);
  const [isKept, setKept] = useState(false);
  const count = useRef(0);
  const saved = useRef(0);
  const note = useCallback(() => {
    count.current += 1;
    setUnsaved(true);
    // Drawing the state of saving does not hold up the typed character.
    startTransition(() => {
      setKept(false);
    });
  }, []);
  useEffect(() => content.subscribe(note), [content, note]);
  return {
    isUnsaved,
    /** Whether this browser keeps all that is unsaved. */
    isKept,
    note,
    version: () => count.current,
    isSaved: () => count.current === saved.current,
    /** Notes that everything up to this version is saved. */
    settle: (savedVersion: number) => {
      saved.current = savedVersion;
      setUnsaved(count.current !== savedVersion);
    },
    /** Notes that this version is kept as a draft. */
    keep: (keptVersion: number) => {
      setTimeout(() => {
        setKept((wasKept) => wasKept || count.current === keptVersion);
      }, PAUSE_MS);
    },
  };
}
