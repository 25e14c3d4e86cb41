import { useSyncExternalStore } from 'react';

import { lazyCode } from '../loading/lazy-code';
import { LazyChunk } from '../loading/lazy-chunk';
import { loadChunk } from '../loading/load-chunk';
import { reportSiteUpdate } from '../notices';
import { toasts } from '../toast';
import { PlainToasts } from './plain-toasts';

const toaster = lazyCode(async () => (await loadChunk(() => import('./toaster'))).Toaster);

/** The place of the messages; empty until the first one. */
export function Toasts() {
  const haveMessages = useSyncExternalStore(toasts.subscribe, toasts.haveMessages, () => false);
  return (
    haveMessages && (
      <LazyChunk code={toaster} failed={() => <PlainToasts />} onFailure={reportSiteUpdate}>
        {(Toaster) => <Toaster />}
      </LazyChunk>
    )
  );
}
