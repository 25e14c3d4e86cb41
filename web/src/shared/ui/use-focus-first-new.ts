import { useEffect, useRef } from 'react';

/**
 * Moves the focus to the first entry of what a press on "Load more" brought, so that reading goes on there: to the entry
 * itself where it can have the focus, else to its first link.
 */
export function useFocusFirstNew<List extends HTMLElement>(count: number) {
  const list = useRef<List>(null);
  /** How many there were when more were asked for. */
  const before = useRef<number | null>(null);
  useEffect(() => {
    if (before.current !== null && count > before.current) {
      const first = list.current?.children[before.current];
      before.current = null;
      const target = first?.matches('[tabindex]') ? first : first?.querySelector('a');
      if (target instanceof HTMLElement) {
        target.focus();
      }
    }
  }, [count]);
  return {
    list,
    /** Until `loading` is over: an entry that comes by itself after a failure leaves the focus where it is. */
    awaitMore: (loading: Promise<{ isError: boolean }>) => {
      before.current = count;
      void loading.then(({ isError }) => {
        before.current = isError ? null : before.current;
      });
    },
  };
}
