import { useEffect, useState } from 'react';

import type { EditorContent } from '../editor-content';
import { readMinutes } from './reading-time';

/** The pause in writing after which the words are counted. */
const PAUSE_MS = 400;

const number = new Intl.NumberFormat('en');

/** The number of words and the reading time of the text. */
export function TextFacts({ content }: { content: EditorContent }) {
  const [{ words, minutes }, setFacts] = useState(() => factsOf(content));

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = content.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        setFacts(factsOf(content));
      }, PAUSE_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [content]);

  return (
    <p className="text-facts">
      {number.format(words)} {words === 1 ? 'word' : 'words'} · {number.format(minutes)} min
    </p>
  );
}

function factsOf(content: EditorContent) {
  return { words: content.words(), minutes: readMinutes(content.read()) };
}
