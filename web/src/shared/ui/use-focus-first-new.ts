import { useEffect, useRef } from 'react';

/**
 * Moves the focus to the first entry that "Load more" added: to the entry itself if it is focusable, else to the first
 * element in it that is.
 */
export function useFocusFirstNew<List extends HTMLElement>(count: number) {
  const list = useRef<List>(null);
  /** The number of entries when more were requested; null if none were. */
  const countBefore = useRef<number | null>(null);
  useEffect(() => {
    if (countBefore.current !== null && count > countBefore.current) {
      const first = list.current?.children[countBefore.current];
      countBefore.current = null;
      const target = first?.matches('[tabindex]') ? first : first?.querySelector('a, [tabindex]');
      if (target instanceof HTMLElement) {
        target.focus();
      }
    }
  }, [count]);
  return {
    list,
    /** Waits for `loading`: entries that arrive by a later retry do not move the focus. */
    focusFirstAfter: (loading: Promise<{ isError: boolean }>) => {
      countBefore.current = count;
      void loading.then(({ isError }) => {
        countBefore.current = isError ? null : countBefore.current;
      });
    },
  };
}
