import { useCallback, useEffect, useRef, useState } from 'react';

import type { EditorContent } from '../editor-content';

/** Counts the changes of a post, and whether any is unsaved. */
export function useChanges(content: EditorContent) {
  const [isUnsaved, setUnsaved] = useState(false);
  const count = useRef(0);
  const note = useCallback(() => {
    count.current += 1;
    setUnsaved(true);
  }, []);
  useEffect(() => content.subscribe(note), [content, note]);
  return {
    isUnsaved,
    note,
    version: () => count.current,
    /** Notes that everything up to this version is saved. */
    settle: (savedVersion: number) => {
      setUnsaved(count.current !== savedVersion);
    },
  };
}
