import { useEffect } from 'react';
import { Toaster as Messages, toast } from 'sonner';

import { durationMs, setToastHandler } from '../toast';

const LOOK = { className: 'toast' };

export function Toaster() {
  useEffect(
    () =>
      setToastHandler((message) => {
        const { kind, text, action } = message;
        toast[kind](text, {
          duration: durationMs(message),
          action: action && { label: action.label, onClick: action.run },
        });
      }),
    [],
  );
  return <Messages position="top-center" toastOptions={LOOK} />;
}
