import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';

import type { LazyCode } from './lazy-code';
import { type MissingReason, missingReason } from './load-chunk';
import { reloadPage } from '../reload-page';
import { PieceBoundary } from './piece-boundary';

export type PieceFailure = {
  reason: MissingReason;
  /** Some browsers do not ask again for code that failed once: only a page that is loaded anew does. */
  needsReload: boolean;
  /** Tries again, or reloads the page where that is needed. */
  retry: () => void;
};

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
  const [retries, setRetries] = useState(0);

  const fail = useEffectEvent((error: unknown) => {
    setState({ at: 'failed', reason: missingReason(error) });
    onFailure?.(error);
  });
  const isPending = state.at === 'pending';
  const isOffline = state.at === 'failed' && state.reason === 'offline';

  function retry() {
    setRetries((before) => before + 1);
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
  if (state.at === 'pending') {
    return pending;
  }
  const { reason } = state;
  // Offline there is nothing to reload, and what is here would be lost.
  const needsReload = reason === 'updated' || (reason === 'failed' && retries > 0);
  return failed({ reason, needsReload, retry: needsReload ? reloadPage : retry });
}

function firstState<Code>(code: LazyCode<Code>): State<Code> {
  const loaded = code.current();
  return loaded === undefined ? { at: 'pending' } : { at: 'loaded', code: loaded };
}
