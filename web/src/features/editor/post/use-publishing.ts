import { useState } from 'react';

import type { Status } from '../api';
import { picturesWithoutAlternative } from './pictures-without-alternative';
import type { usePostForm } from './use-post-form';

type PublishedText = Pick<ReturnType<typeof usePostForm>, 'content'> & {
  findMissing: () => object | null;
  save: (status: Status) => Promise<unknown>;
};

/** Saves by the buttons. Before publishing it tells of pictures without alternative text. */
export function usePublishing(
  { content, findMissing, save }: PublishedText,
  /** Leaves the Markdown of the text; returns whether that succeeded. */
  showText: () => Promise<boolean>,
) {
  /** The indexes of the pictures that the notice tells of. */
  const [pictures, setPictures] = useState<readonly number[]>([]);

  function close() {
    setPictures([]);
  }

  return {
    pictures,
    close,
    save: async (status: Status) => {
      // A failure is told by the save.
      await content.settle();
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
    showFirst: async () => {
      const [first] = pictures;
      close();
      if (first !== undefined && (await showText())) {
        content.focusPicture(first);
      }
    },
  };
}

export type Publishing = ReturnType<typeof usePublishing>;
