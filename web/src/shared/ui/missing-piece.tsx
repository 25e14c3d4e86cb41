import type { ReactNode } from 'react';

import type { PieceFailure } from '../loading/lazy-piece';
import { RetryButton } from '../loading/retry-button';

type Props = Pick<PieceFailure, 'needsReload' | 'retry'> & { children: ReactNode };

/** Says in the place of a part of the page that it did not come, and offers to try again. */
export function MissingPiece({ needsReload, retry, children }: Props) {
  return (
    <div className="missing-piece" role="alert">
      <p>{children}</p>
      <RetryButton needsReload={needsReload} retry={retry} className="button button-small" />
    </div>
  );
}
