import { Copy } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';

import { copyText } from '../clipboard';
import { toast } from '../toast';

type Props = {
  title: string;
  /** The secret. */
  text: string;
  /** What it is for. */
  children: ReactNode;
  onDone: () => void;
};

/** A key that the server has just made, and shows this once. */
export function ShownOnce({ title, text, children, onDone }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);

  // It replaces the form, and is what comes next.
  useEffect(() => {
    heading.current?.focus();
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
      <h3 ref={heading} tabIndex={-1} className="shown-once-title">
        {title}
      </h3>
      <p className="panel-note">{children}</p>
      <p className="shown-once-text">
        <code>{text}</code>
      </p>
      <div className="shown-once-actions">
        <button type="button" className="button" onClick={() => void copy()}>
          <Copy aria-hidden />
          Copy
        </button>
        <button type="button" className="button button-primary" onClick={onDone}>
          I have saved it
        </button>
      </div>
    </div>
  );
}
