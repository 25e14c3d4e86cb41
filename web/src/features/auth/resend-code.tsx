import { useState } from 'react';

import { ApiError, messageFor } from '../../shared/api/errors';
import { FormError } from '../../shared/form/form-error';
import './auth.css';
import { useCountdown } from './use-countdown';

/** The least time between two codes (product.md §9). */
const COOLDOWN_SECONDS = 60;

type Props = {
  sentAt: number | undefined;
  /** Returns the message of the server; null if nothing was sent, since the typed address is invalid. */
  resend: () => Promise<string | null>;
};

/** Sends another code after a cooldown. */
export function ResendCode({ sentAt, resend }: Props) {
  const { left, restart } = useCountdown((sentAt ?? 0) + COOLDOWN_SECONDS * 1_000);
  const [isSending, setSending] = useState(false);
  const [outcome, setOutcome] = useState<{ sent?: string; error?: string }>({});

  async function send() {
    if (isSending) {
      return;
    }
    setSending(true);
    try {
      const sent = await resend();
      if (sent !== null) {
        setOutcome({ sent });
        restart(COOLDOWN_SECONDS);
      }
    } catch (error) {
      setOutcome({ error: messageFor(error, 'Failed to resend code') });
      const wait = error instanceof ApiError ? (error.retryAfter ?? 0) : 0;
      // The server's message explains longer waits, such as until tomorrow.
      restart(wait <= COOLDOWN_SECONDS ? wait : 0);
    } finally {
      setSending(false);
    }
  }

  return (
    <div className="resend">
      <p className="resend-line">
        Nothing there? Check your spam.
        <button
          type="button"
          className="link-button"
          disabled={left > 0}
          onClick={() => {
            void send();
          }}
        >
          {left > 0 ? `Resend code in ${left}s` : 'Resend code'}
        </button>
      </p>
      <p role="status">{outcome.sent}</p>
      <FormError message={outcome.error} />
    </div>
  );
}
