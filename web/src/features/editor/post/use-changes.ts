import { useCallback, useEffect, useRef, useState } from 'react';

import type { EditorContent } from '../editor-content';

/** Whether anything was changed since it was saved, and how often. */
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
    /** What was changed after this version is still to be saved. */
    settle: (savedVersion: number) => {
      setUnsaved(count.current !== savedVersion);
    },
  };
}
