import { useState } from 'react';

import { readFromTab, removeFromTab, storeInTab } from '../../../shared/storage';

export type Draft = { text: string; write: (text: string) => void; clear: () => void };

/** A text that is kept in this tab over reloads and navigations. Until it is written it is `initial`. */
export function useDraft(name: string, initial = ''): Draft {
  const key = `comment-draft ${name}`;
  const [text, setText] = useState(() => readFromTab(key) ?? initial);
  return {
    text,
    write: (next) => {
      setText(next);
      if (next.trim() === '' || next === initial) {
        removeFromTab(key);
      } else {
        storeInTab(key, next);
      }
    },
    clear: () => {
      setText(initial);
      removeFromTab(key);
    },
  };
}

/** The comment to which a reply is being written in this tab, so that its form is open again after a reload. */
export function useOpenReply(account: string, commentId: string) {
  const key = `comment-reply ${account}`;
  const [isOpen, setOpen] = useState(() => readFromTab(key) === commentId);
  return {
    isOpen,
    open: () => {
      setOpen(true);
      storeInTab(key, commentId);
    },
    close: () => {
      setOpen(false);
      if (readFromTab(key) === commentId) {
        removeFromTab(key);
      }
    },
  };
}
