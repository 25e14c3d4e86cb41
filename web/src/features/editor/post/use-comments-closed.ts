import { useRef, useState } from 'react';

import type { StoredPost } from '../api';

/**
 * Whether the post is to be closed for comments: as it is stored, until somebody chooses. The choice is no part of the
 * text, and so of no draft.
 */
export function useCommentsClosed(stored: StoredPost | null) {
  const [chosen, setChosen] = useState<boolean | null>(null);
  const latest = useRef<boolean | null>(null);

  function choose(next: boolean | null) {
    latest.current = next;
    setChosen(next);
  }

  return {
    isOn: chosen ?? stored?.commentsClosed ?? false,
    choose,
    /** Returns the field to send: absent if it stays as `present` has it. */
    change: (present: StoredPost | null): { commentsClosed?: boolean } =>
      latest.current === null || latest.current === (present?.commentsClosed ?? false)
        ? {}
        : { commentsClosed: latest.current },
    /** Follows the stored post again. */
    reset: () => {
      choose(null);
    },
  };
}
