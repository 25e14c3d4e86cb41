import { useEffect, useRef } from 'react';

/** Moves the focus to the first link of what a press on "Load more" brought, so that reading goes on there. */
export function useFocusFirstNew<List extends HTMLElement>(count: number) {
  const list = useRef<List>(null);
  /** How many there were when more were asked for. */
  const before = useRef<number | null>(null);
  useEffect(() => {
    if (before.current !== null && count > before.current) {
      const first = list.current?.children[before.current];
      before.current = null;
      first?.querySelector('a')?.focus();
    }
  }, [count]);
  return {
    list,
    awaitMore: () => {
      before.current = count;
    },
  };
}
