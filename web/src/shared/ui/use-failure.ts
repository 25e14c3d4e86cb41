import { useState } from 'react';

import { messageFor } from '../api/errors';

export type Failure = {
  message: string | null;
  show: (error: unknown, fallback: string) => void;
  dismiss: () => void;
};

/** The error that a page shows: that of its last action, else that of its query. */
export function useFailure(fetchError: Error | null, fallback: string): Failure {
  const [action, setAction] = useState<string | null>(null);
  const [dismissed, setDismissed] = useState<Error | null>(null);
  const fetchMessage =
    fetchError !== null && fetchError !== dismissed ? messageFor(fetchError, fallback) : null;
  return {
    message: action ?? fetchMessage,
    show: (error, text) => {
      setAction(messageFor(error, text));
    },
    dismiss: () => {
      setAction(null);
      setDismissed(fetchError);
    },
  };
}
