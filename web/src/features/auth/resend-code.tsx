import { useState } from 'react';

import { ApiError, messageFor } from '../../shared/api/errors';
import { FormError } from '../../shared/form/form-error';
import { resendCode } from './api';
import './auth.css';
import { useCountdown } from './use-countdown';

/** The least time between two codes (product.md §9). */
const COOLDOWN_SECONDS = 60;

type Props = {
  sentAt: number | undefined;
  /** Returns the address to send to; null if the typed one is invalid. */
  askEmail: () => Promise<string | null>;
  onSent: (email: string) => void;
};

/** Sends another code after a cooldown. */
export function ResendCode({ sentAt, askEmail, onSent }: Props) {
  const { left, restart } = useCountdown((sentAt ?? 0) + COOLDOWN_SECONDS * 1_000);
  const [isSending, setSending] = useState(false);
  const [outcome, setOutcome] = useState<{ sent?: string; error?: string }>({});

  async function send() {
    const email = await askEmail();
    if (email === null || isSending) {
      return;
    }
    setSending(true);
    try {
      const { message } = await resendCode(email);
      setOutcome({ sent: message });
      restart(COOLDOWN_SECONDS);
      onSent(email);
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
