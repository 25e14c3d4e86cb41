import type { ReactNode } from 'react';

import type { ChunkFailure } from '../loading/lazy-chunk';
import { RetryButton } from '../loading/retry-button';

type Props = Pick<ChunkFailure, 'needsReload' | 'retry'> & { children: ReactNode };

/** A message in place of a part of the page that failed to load, with a retry button. */
export function ChunkErrorMessage({ needsReload, retry, children }: Props) {
  return (
    <div className="chunk-error" role="alert">
      <p>{children}</p>
      <RetryButton needsReload={needsReload} retry={retry} className="button button-small" />
    </div>
  );
}
