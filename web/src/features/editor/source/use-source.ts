import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { messageFor } from '../../../shared/api/errors';
import { convertMarkdown, markdownSource } from '../api';
import type { EditorContent } from '../editor-content';
import { restorePictures, shortenPictures } from './picture-placeholders';

/** The pause in writing after which the Markdown is converted: what is kept of the post as a draft is its HTML. */
const PAUSE_MS = 1_500;
const NOT_OPENED = 'The Markdown could not be loaded';
const NOT_CONVERTED = 'The Markdown could not be converted';

/** The Markdown of a text while it is edited. */
export type Source = {
  /** The Markdown as it was opened. */
  opened: string;
  /** The HTML that it was opened from. */
  html: string;
  pictures: ReadonlyMap<string, string>;
  /** The names of the elements that it holds as HTML. */
  kept: readonly string[];
};

type State =
  { at: 'closed' } | { at: 'opening' } | { at: 'failed' } | { at: 'open'; source: Source };

/** Shows a text as Markdown. The text changes only if the Markdown does. */
export function useSource(content: EditorContent) {
  const [state, setState] = useState<State>({ at: 'closed' });
  const [markdown, setMarkdown] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isConverting, setConverting] = useState(false);
  const latest = useRef({ written: '', converted: '' });
  const conversion = useRef(Promise.resolve(true));
  /** Counts what was opened: late responses are dropped. */
  const visit = useRef(0);

  async function open() {
    visit.current += 1;
    const present = visit.current;
    const html = content.read();
    const { html: shortened, addresses } = shortenPictures(html);
    setState({ at: 'opening' });
    setError(null);
    try {
      const { markdown: opened, kept } = await markdownSource(shortened);
      if (visit.current === present) {
        const source = { opened, html, pictures: addresses, kept };
        latest.current = { written: opened, converted: opened };
        setMarkdown(opened);
        setState({ at: 'open', source });
        content.updateBy(() => {
          // One after the other: the last one written is the last one converted.
          conversion.current = conversion.current.then(() => convert(source));
          return conversion.current;
        });
      }
    } catch (failure) {
      if (visit.current === present) {
        setError(messageFor(failure, NOT_OPENED));
        setState({ at: 'failed' });
      }
    }
  }

  /** Converts what is written; returns whether the text has it. */
  async function convert({ opened, html, pictures }: Source): Promise<boolean> {
    const present = visit.current;
    const { written } = latest.current;
    if (written === latest.current.converted) {
      return true;
    }
    setConverting(true);
    try {
      const converted = written === opened ? html : await convertMarkdown(written);
      if (visit.current === present) {
        content.rewrite(restorePictures(converted, pictures));
        latest.current.converted = written;
        setError(null);
      }
      return true;
    } catch (failure) {
      setError(messageFor(failure, NOT_CONVERTED));
      return false;
    } finally {
      setConverting(false);
    }
  }

  function discard() {
    visit.current += 1;
    content.updateBy(null);
    setError(null);
    // The text is focused next.
    flushSync(() => {
      setState({ at: 'closed' });
    });
  }

  /** Shows the text again; stays with the Markdown if that cannot be converted. */
  async function close(): Promise<boolean> {
    const isSettled = await content.settle();
    if (isSettled) {
      discard();
    }
    return isSettled;
  }

  useEffect(() => {
    if (state.at !== 'open' || markdown === latest.current.converted) {
      return undefined;
    }
    const pause = setTimeout(() => {
      void content.settle();
    }, PAUSE_MS);
    return () => {
      clearTimeout(pause);
    };
  }, [content, markdown, state]);

  useEffect(
    () => () => {
      content.updateBy(null);
    },
    [content],
  );

  return {
    state,
    isOpen: state.at !== 'closed',
    markdown,
    error,
    isConverting,
    open,
    close,
    discard,
    write: (written: string) => {
      latest.current.written = written;
      setMarkdown(written);
    },
  };
}

export type SourceView = ReturnType<typeof useSource>;
