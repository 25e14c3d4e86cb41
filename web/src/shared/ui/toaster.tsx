import { useEffect } from 'react';
import { Toaster as Messages, toast } from 'sonner';

import { showToastsWith } from '../toast';

const SHOWN_MS = 3_000;
const LOOK = { className: 'toast' };

export function Toaster() {
  useEffect(
    () =>
      showToastsWith(({ kind, text }) => {
        toast[kind](text);
      }),
    [],
  );
  return <Messages duration={SHOWN_MS} position="top-center" toastOptions={LOOK} />;
}
