import { useSyncExternalStore } from 'react';

import { lazyCode } from '../loading/lazy-code';
import { LazyPiece } from '../loading/lazy-piece';
import { loadChunk } from '../loading/load-chunk';
import { reportUpdate } from '../notices';
import { toasts } from '../toast';
import { PlainToasts } from './plain-toasts';

const toaster = lazyCode(async () => (await loadChunk(() => import('./toaster'))).Toaster);

/** Where messages appear, once there is one. */
export function Toasts() {
  const areWanted = useSyncExternalStore(toasts.subscribe, toasts.areWanted, () => false);
  return (
    areWanted && (
      <LazyPiece code={toaster} failed={() => <PlainToasts />} onFailure={reportUpdate}>
        {(Toaster) => <Toaster />}
      </LazyPiece>
    )
  );
}
