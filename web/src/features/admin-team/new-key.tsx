import { Copy } from 'lucide-react';
import { useEffect, useRef } from 'react';

import { copyText } from '../../shared/clipboard';
import { toast } from '../../shared/toast';

type Props = { text: string; onDone: () => void };

/** A new key, which is shown once. */
export function NewKey({ text, onDone }: Props) {
  const title = useRef<HTMLHeadingElement>(null);

  // It replaces the form, and is what comes next.
  useEffect(() => {
    title.current?.focus();
  }, []);

  async function copy() {
    if (await copyText(text)) {
      toast.success('The key is copied');
    } else {
      toast.error('Failed to copy the key');
    }
  }

  return (
    <div className="panel-card team-key">
      <h3 ref={title} tabIndex={-1} className="team-section-title">
        Your new key
      </h3>
      <p className="team-lead">
        It is shown only now: keep it where the program finds it and nobody else. It goes into the
        header <code>Authorization: Bearer</code>.
      </p>
      <p className="team-key-text">
        <code>{text}</code>
      </p>
      <div className="team-key-actions">
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
