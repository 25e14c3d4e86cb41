import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { messageFor } from '../../shared/api/errors';
import { copyText } from '../../shared/clipboard';
import { toast } from '../../shared/toast';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog';
import { TimeStamp } from '../../shared/ui/time-stamp';

const COPIED_MS = 2_000;

/** A link that was made on this page. */
export type NewLink = { url: string; expiresAt: string };

type Props = {
  /** Ends the link. */
  revoke: () => Promise<unknown>;
  link: { createdAt: string; expiresAt: string };
  /** Null if it was made earlier: its address is not known any more. */
  made: NewLink | null;
  onReplace: () => void;
  onRevoked: () => void;
};

/** The preview link of a draft, with what can be done with it. */
export function PresentLink({ revoke: revokeLink, link, made, onReplace, onRevoked }: Props) {
  const [isAsking, setAsking] = useState(false);

  async function revoke() {
    try {
      await revokeLink();
      toast.success('The preview link no longer works');
      onRevoked();
      return true;
    } catch (error) {
      toast.error(messageFor(error, 'Failed to revoke the preview link'));
      return false;
    }
  }

  return (
    <div className="preview-link-form">
      {made && <Address key={made.url} url={made.url} />}
      <p className="preview-link-text">
        {made ? 'Works until ' : 'A link was created on '}
        {!made && (
          <>
            <TimeStamp time={link.createdAt} />. It works until{' '}
          </>
        )}
        <TimeStamp time={link.expiresAt} form="moment" />
        {made ? '. The address is shown only now.' : '; its address was shown only then.'}
      </p>
      <div className="preview-link-actions">
        <button type="button" className="button button-small" onClick={onReplace}>
          Replace…
        </button>
        <button
          type="button"
          className="button button-small button-danger"
          onClick={() => {
            setAsking(true);
          }}
        >
          Revoke…
        </button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Revoke the preview link?"
          description="Whoever has the link can no longer read the draft."
          confirmText="Revoke"
          busyText="Revoking..."
          onConfirm={revoke}
          onClose={() => {
            setAsking(false);
          }}
        />
      )}
    </div>
  );
}

function Address({ url }: { url: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setCopied] = useState(false);

  // It replaces the button that made it, and is what comes next.
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);

  useEffect(() => {
    if (!isCopied) {
      return undefined;
    }
    const timer = setTimeout(() => {
      setCopied(false);
    }, COPIED_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [isCopied]);

  async function copy() {
    if (await copyText(url)) {
      setCopied(true);
    } else {
      toast.error('Failed to copy link');
    }
  }

  return (
    <div className="preview-link-address">
      <input
        ref={field}
        type="text"
        className="field-control"
        aria-label="Address of the preview"
        readOnly
        value={url}
        onFocus={({ target }) => {
          target.select();
        }}
      />
      <button type="button" className="button" onClick={() => void copy()}>
        {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
        <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span>
      </button>
    </div>
  );
}
