import { useState } from 'react';

import { forgetForNow, readForNow, storeForNow } from '../../shared/storage';

/** A text that outlives a reload and a visit to another page of this tab. */
export function useDraft(name: string) {
  const key = `comment-draft ${name}`;
  const [text, setText] = useState(() => readForNow(key) ?? '');
  return {
    text,
    write: (next: string) => {
      setText(next);
      if (next.trim() === '') {
        forgetForNow(key);
      } else {
        storeForNow(key, next);
      }
    },
    clear: () => {
      setText('');
      forgetForNow(key);
    },
  };
}
