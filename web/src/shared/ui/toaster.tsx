import { useEffect } from 'react';
import { Toaster as Messages, toast } from 'sonner';

import { showToastsWith, shownMs } from '../toast';

const LOOK = { className: 'toast' };

export function Toaster() {
  useEffect(
    () =>
      showToastsWith((message) => {
        const { kind, text, action } = message;
        toast[kind](text, {
          duration: shownMs(message),
          action: action && { label: action.label, onClick: action.run },
        });
      }),
    [],
  );
  return <Messages position="top-center" toastOptions={LOOK} />;
}
