import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';

import type { LazyCode } from './lazy-code';
import { type MissingReason, missingReason } from './load-chunk';
import { PieceBoundary } from './piece-boundary';

export type PieceFailure = { reason: MissingReason; retry: () => void };

type Props<Code> = {
  code: LazyCode<Code>;
  /** Stands until the code is there. */
  pending?: ReactNode;
  /** Stands where the code did not come or broke; without it `pending` stays. */
  failed?: (failure: PieceFailure) => ReactNode;
  onFailure?: (error: unknown) => void;
  children: (code: Code) => ReactNode;
};

type State<Code> =
  { at: 'pending' } | { at: 'loaded'; code: Code } | { at: 'failed'; reason: MissingReason };

/** A part of the page whose code is fetched once it is drawn. Where that fails nothing else is touched. */
export function LazyPiece<Code>(props: Props<Code>) {
  const { code, pending = null, failed = () => pending, onFailure, children } = props;
  const [state, setState] = useState<State<Code>>(() => firstState(code));

  const fail = useEffectEvent((error: unknown) => {
    setState({ at: 'failed', reason: missingReason(error) });
    onFailure?.(error);
  });
  const isPending = state.at === 'pending';
  const isOffline = state.at === 'failed' && state.reason === 'offline';

  function retry() {
    setState({ at: 'pending' });
  }

  useEffect(() => {
    if (!isPending) {
      return undefined;
    }
    let isWanted = true;
    code.fetch().then(
      (loaded) => {
        if (isWanted) {
          setState({ at: 'loaded', code: loaded });
        }
      },
      (error: unknown) => {
        if (isWanted) {
          fail(error);
        }
      },
    );
    return () => {
      isWanted = false;
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

  if (state.at === 'loaded') {
    return (
      <PieceBoundary
        onError={(error) => {
          setState({ at: 'failed', reason: 'failed' });
          onFailure?.(error);
        }}
      >
        {children(state.code)}
      </PieceBoundary>
    );
  }
  return state.at === 'failed' ? failed({ reason: state.reason, retry }) : pending;
}

function firstState<Code>(code: LazyCode<Code>): State<Code> {
  const loaded = code.current();
  return loaded === undefined ? { at: 'pending' } : { at: 'loaded', code: loaded };
}
