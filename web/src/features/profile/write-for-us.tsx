import { useEffect, useRef, useState } from 'react';

import type { User } from '../../shared/api/types';
import { RequestToWriteForm } from './request-to-write-form';

type Phase = 'closed' | 'open' | 'cancelled' | 'sent' | 'pending';

/** The request of a reader to become an author. */
export function WriteForUs({ user }: { user: User }) {
  const [phase, setPhase] = useState<Phase>('closed');
  const button = useRef<HTMLButtonElement>(null);
  const isClosed = phase === 'closed' || phase === 'cancelled';

  // The button that cancelled is no longer rendered.
  useEffect(() => {
    if (phase === 'cancelled') {
      button.current?.focus();
    }
  }, [phase]);

  return (
    <section className="account-action" aria-labelledby="write-for-us">
      <div>
        <h2 id="write-for-us" className="account-action-title">
          Write for us
        </h2>
        <p className="account-action-text">
          You have something to share? Tell us what, and ask to join as an author.
        </p>
      </div>
      {isClosed && (
        <button
          ref={button}
          type="button"
          className="button"
          onClick={() => {
            setPhase('open');
          }}
        >
          Ask to write
        </button>
      )}
      {phase === 'open' && (
        <RequestToWriteForm
          userId={user._id}
          onSent={() => {
            setPhase('sent');
          }}
          onPending={() => {
            setPhase('pending');
          }}
          onCancel={() => {
            setPhase('cancelled');
          }}
        />
      )}
      {phase === 'sent' && (
        <Outcome>
          {`Your request is sent. If the team agrees, an invitation comes to ${user.email}.`}
        </Outcome>
      )}
      {phase === 'pending' && (
        <Outcome>
          {`You have asked already, and the team has not answered yet. An invitation would come to ${user.email}.`}
        </Outcome>
      )}
    </section>
  );
}

/** Replaces the form and takes its focus. */
function Outcome({ children }: { children: string }) {
  const note = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    note.current?.focus();
  }, []);
  return (
    <p ref={note} role="status" className="form-note" tabIndex={-1}>
      {children}
    </p>
  );
}
