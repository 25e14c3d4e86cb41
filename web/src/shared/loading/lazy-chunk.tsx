import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';

import type { LazyCode } from './lazy-code';
import { type ChunkErrorReason, chunkErrorReason } from './load-chunk';
import { reloadPage } from '../reload-page';
import { ChunkBoundary } from './chunk-boundary';

export type ChunkFailure = {
  reason: ChunkErrorReason;
  /** Some browsers do not refetch a module that failed once: only a reload of the page does. */
  needsReload: boolean;
  /** Retries, or reloads the page if that is needed. */
  retry: () => void;
};

type Props<Code> = {
  code: LazyCode<Code>;
  /** Drawn until the code is loaded. */
  pending?: ReactNode;
  /** Drawn if the code failed to load or threw; `pending` by default. */
  failed?: (failure: ChunkFailure) => ReactNode;
  onFailure?: (error: unknown) => void;
  children: (code: Code) => ReactNode;
};

type State<Code> =
  | { status: 'pending' }
  | { status: 'loaded'; code: Code }
  | { status: 'failed'; reason: ChunkErrorReason };

/** A part of the page whose code is fetched when it is first drawn. Its failure does not affect the rest. */
export function LazyChunk<Code>(props: Props<Code>) {
  const { code, pending = null, failed = () => pending, onFailure, children } = props;
  const [state, setState] = useState<State<Code>>(() => initialState(code));
  const [retries, setRetries] = useState(0);

  const fail = useEffectEvent((error: unknown) => {
    setState({ status: 'failed', reason: chunkErrorReason(error) });
    onFailure?.(error);
  });
  const isPending = state.status === 'pending';
  const isOffline = state.status === 'failed' && state.reason === 'offline';

  function retry() {
    setRetries((count) => count + 1);
    setState({ status: 'pending' });
  }

  useEffect(() => {
    if (!isPending) {
      return undefined;
    }
    let isActive = true;
    code.fetch().then(
      (loaded) => {
        if (isActive) {
          setState({ status: 'loaded', code: loaded });
        }
      },
      (error: unknown) => {
        if (isActive) {
          fail(error);
        }
      },
    );
    return () => {
      isActive = false;
    };
  }, [code, isPending]);

  useEffect(() => {
    if (!isOffline) {
      return undefined;
    }
    window.addEventListener('online', retry);
    return () => {
      window.removeEventListener('online', retry);
    };
  }, [isOffline]);

  if (state.status === 'loaded') {
    return (
      <ChunkBoundary
        onError={(error) => {
          setState({ status: 'failed', reason: 'failed' });
          onFailure?.(error);
        }}
      >
        {children(state.code)}
      </ChunkBoundary>
    );
  }
  if (state.status === 'pending') {
    return pending;
  }
  const { reason } = state;
  // Offline a reload would fail and lose the present page.
  const needsReload = reason === 'updated' || (reason === 'failed' && retries > 0);
  return failed({ reason, needsReload, retry: needsReload ? reloadPage : retry });
}

function initialState<Code>(code: LazyCode<Code>): State<Code> {
  const loaded = code.current();
  return loaded === undefined ? { status: 'pending' } : { status: 'loaded', code: loaded };
}
