import { useState } from 'react';

import { messageFor } from '../api/errors';

export type Failure = {
  message: string | null;
  show: (error: unknown, otherwise: string) => void;
  dismiss: () => void;
};

/** What a page tells of: its last failed action, else that its list did not come. */
export function useFailure(fetchError: Error | null, otherwise: string): Failure {
  const [action, setAction] = useState<string | null>(null);
  const [dismissed, setDismissed] = useState<Error | null>(null);
  const fetching =
    fetchError !== null && fetchError !== dismissed ? messageFor(fetchError, otherwise) : null;
  return {
    message: action ?? fetching,
    show: (error, text) => {
      setAction(messageFor(error, text));
    },
    dismiss: () => {
      setAction(null);
      setDismissed(fetchError);
    },
  };
}
