import type { PieceFailure } from './lazy-piece';

type Props = Pick<PieceFailure, 'needsReload' | 'retry'> & { className: string };

/** The way on from a part of the page that did not come. */
export function RetryButton({ needsReload, retry, className }: Props) {
  return (
    <button type="button" className={className} onClick={retry}>
      {needsReload ? 'Reload' : 'Try again'}
    </button>
  );
}
