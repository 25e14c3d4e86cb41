import { useState } from 'react';

import { readFromTab, removeFromTab, storeInTab } from '../../shared/storage';

/** A text that is kept in this tab over reloads and navigations. */
export function useDraft(name: string) {
  const key = `comment-draft ${name}`;
  const [text, setText] = useState(() => readFromTab(key) ?? '');
  return {
    text,
    write: (next: string) => {
      setText(next);
      if (next.trim() === '') {
        removeFromTab(key);
      } else {
        storeInTab(key, next);
      }
    },
    clear: () => {
      setText('');
      removeFromTab(key);
    },
  };
}
