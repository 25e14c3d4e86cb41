import { useEffect } from 'react';
import { Toaster as Messages, toast } from 'sonner';

import { showToastsWith } from '../toast';

const SHOWN_MS = 3_000;
/** Long enough to read it, reach the button and press it. */
const ACTION_SHOWN_MS = 8_000;
const LOOK = { className: 'toast' };

export function Toaster() {
  useEffect(
    () =>
      showToastsWith(({ kind, text, action }) => {
        toast[kind](
          text,
          action && {
            duration: ACTION_SHOWN_MS,
            action: { label: action.label, onClick: action.run },
          },
        );
      }),
    [],
  );
  return <Messages duration={SHOWN_MS} position="top-center" toastOptions={LOOK} />;
}
