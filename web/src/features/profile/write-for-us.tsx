import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';

import type { User } from '../../shared/api/types';
import { requestPendingQuery } from './api';
import { RequestToWriteForm } from './request-to-write-form';

type Phase = 'closed' | 'open' | 'cancelled' | 'sent' | 'refused';

/** The first sentence about a pending request. */
const PENDING = {
  sent: 'Your request is sent.',
  refused: 'You have asked already, and the team has not answered yet.',
  earlier: 'Your request to write is pending.',
} as const;

/** The request of a reader to become an author. */
export function WriteForUs({ user }: { user: User }) {
  const client = useQueryClient();
  const pending = requestPendingQuery(user._id);
  const { data: isPending } = useQuery(pending);
  const [phase, setPhase] = useState<Phase>('closed');
  const button = useRef<HTMLButtonElement>(null);

  function finish(outcome: 'sent' | 'refused') {
    setPhase(outcome);
    client.setQueryData(pending.queryKey, true);
  }

  // The button that cancelled is no longer rendered.
  useLayoutEffect(() => {
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
      {isPending && <PendingRequest outcome={phase} email={user.email} />}
      {!isPending && phase === 'open' && (
        <RequestToWriteForm
          userId={user._id}
          onSent={() => {
            finish('sent');
          }}
          onPending={() => {
            finish('refused');
          }}
          onCancel={() => {
            setPhase('cancelled');
          }}
        />
      )}
      {!isPending && phase !== 'open' && (
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
    </section>
  );
}

type PendingProps = { outcome: Phase; email: string };

/** The state of a request that waits for an answer. After the form it replaces it and takes its focus. */
function PendingRequest({ outcome, email }: PendingProps) {
  const note = useRef<HTMLParagraphElement>(null);
  const ofForm = outcome === 'sent' || outcome === 'refused' ? outcome : null;
  useLayoutEffect(() => {
    if (ofForm !== null) {
      note.current?.focus();
    }
  }, [ofForm]);
  return (
    <p ref={note} role="status" className="form-note" tabIndex={-1}>
      {`${PENDING[ofForm ?? 'earlier']} If the team agrees, an invitation is sent to ${email}.`}
    </p>
  );
}
