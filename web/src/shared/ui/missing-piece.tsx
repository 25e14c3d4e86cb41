import type { ReactNode } from 'react';

import type { PieceFailure } from '../loading/lazy-piece';

type Props = PieceFailure & { children: ReactNode };

/** Says in the place of a part of the page that it did not come, and offers to try again. */
export function MissingPiece({ reason, retry, children }: Props) {
  return (
    <div className="missing-piece" role="alert">
      <p>{children}</p>
      {reason === 'updated' ? (
        <button
          type="button"
          className="button button-small"
          onClick={() => {
            window.location.reload();
          }}
        >
          Reload
        </button>
      ) : (
        <button type="button" className="button button-small" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}
