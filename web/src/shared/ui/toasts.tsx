import { Suspense, lazy, useSyncExternalStore } from 'react';

import { toasts } from '../toast';

const Toaster = lazy(async () => ({ default: (await import('./toaster')).Toaster }));

/** Where messages appear, once there is one. */
export function Toasts() {
  const areWanted = useSyncExternalStore(toasts.subscribe, toasts.areWanted, () => false);
  return (
    areWanted && (
      <Suspense>
        <Toaster />
      </Suspense>
    )
  );
}
