import type { ChunkFailure } from './lazy-chunk';

type Props = Pick<ChunkFailure, 'needsReload' | 'retry'> & { className: string };

/** The retry or reload button of a part of the page that failed to load. */
export function RetryButton({ needsReload, retry, className }: Props) {
  return (
    <button type="button" className={className} onClick={retry}>
      {needsReload ? 'Reload' : 'Try again'}
    </button>
  );
}
