import { useMutation } from '@tanstack/react-query';
import { FileCode2 } from 'lucide-react';
import type { KeyboardEvent, RefObject } from 'react';

import { messageFor } from '../../../shared/api/errors';
import { toast } from '../../../shared/toast';
import { convertMarkdown } from '../api';
import type { PastedMarkdown } from '../prosemirror/editor-controller';
import './source.css';

const FAILED = 'The Markdown could not be converted';
const CHANGED = 'The text was changed meanwhile';

type Props = {
  pasted: PastedMarkdown;
  box: RefObject<HTMLDivElement | null>;
  onKeep: () => void;
  /** Called after the offer has gone. */
  onDone: () => void;
};

/** Offers to convert plain text that was pasted and looks like Markdown. */
export function MarkdownOffer({ pasted, box, onKeep, onDone }: Props) {
  const convert = useMutation({
    mutationFn: () => convertMarkdown(pasted.markdown),
    onSuccess: (html) => {
      if (!pasted.replace(html)) {
        toast.error(CHANGED);
      }
      onDone();
    },
    onError: (error) => {
      toast.error(messageFor(error, FAILED));
    },
  });

  function keep() {
    onKeep();
    onDone();
  }

  function keepOnEscape(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      event.preventDefault();
      keep();
    }
  }

  return (
    <div ref={box} className="markdown-offer">
      <FileCode2 aria-hidden />
      <p>Paste as Markdown?</p>
      <button
        type="button"
        className="button button-primary button-small"
        aria-disabled={convert.isPending}
        onKeyDown={keepOnEscape}
        onClick={() => {
          if (!convert.isPending) {
            convert.mutate();
          }
        }}
      >
        {convert.isPending ? 'Converting…' : 'Convert'}
      </button>
      <button
        type="button"
        className="button button-quiet button-small"
        onKeyDown={keepOnEscape}
        onClick={keep}
      >
        Keep as text
      </button>
    </div>
  );
}
