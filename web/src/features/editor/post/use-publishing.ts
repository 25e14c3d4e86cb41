import { useState } from 'react';

import type { Status } from '../api';
import { picturesWithoutAlternative } from './pictures-without-alternative';
import type { usePostForm } from './use-post-form';

/** Saves by the buttons. Before publishing it tells of pictures without alternative text. */
export function usePublishing({ content, findMissing, save }: ReturnType<typeof usePostForm>) {
  /** The indexes of the pictures that the notice tells of. */
  const [pictures, setPictures] = useState<readonly number[]>([]);

  function close() {
    setPictures([]);
  }

  return {
    pictures,
    close,
    save: (status: Status) => {
      const found =
        status === 'published' && findMissing() === null
          ? picturesWithoutAlternative(content.read())
          : [];
      setPictures(found);
      if (found.length === 0) {
        void save(status);
      }
    },
    publishAnyway: () => {
      close();
      void save('published');
    },
    showFirst: () => {
      const [first] = pictures;
      close();
      if (first !== undefined) {
        content.focusPicture(first);
      }
    },
  };
}

export type Publishing = ReturnType<typeof usePublishing>;
