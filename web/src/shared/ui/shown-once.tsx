import { Copy } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';

import { copyText } from '../clipboard';
import { toast } from '../toast';
import { focusPageTitle } from './page-title';

type Props = {
  title: string;
  /** The level of the title below that of what is around it. */
  heading: 'h2' | 'h3';
  /** The secret. */
  text: string;
  /** What it is for. */
  children: ReactNode;
  onDone: () => void;
};

/** A key that the server has just made, and shows this once. */
export function ShownOnce({ title, heading: Heading, text, children, onDone }: Props) {
  const titleElement = useRef<HTMLHeadingElement>(null);

  // It replaces the form, and is what comes next.
  useLayoutEffect(() => {
    titleElement.current?.focus();
  }, []);

  async function copy() {
    if (await copyText(text)) {
      toast.success('The key is copied');
    } else {
      toast.error('Failed to copy the key');
    }
  }

  return (
    <div className="panel-card shown-once">
      <Heading ref={titleElement} tabIndex={-1} className="shown-once-title">
        {title}
      </Heading>
      <p className="panel-note">{children}</p>
      <p className="shown-once-text">
        <code>{text}</code>
      </p>
      <div className="shown-once-actions">
        <button type="button" className="button" onClick={() => void copy()}>
          <Copy aria-hidden />
          Copy
        </button>
        <button
          type="button"
          className="button button-primary"
          onClick={() => {
            onDone();
            focusPageTitle();
          }}
        >
          I have saved it
        </button>
      </div>
    </div>
  );
}
