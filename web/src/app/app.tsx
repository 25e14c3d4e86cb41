import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { startTransition, useEffect, useLayoutEffect, useState } from 'react';
import { RouterProvider } from 'react-router';
import { Toasts } from '../shared/ui/toasts';

import { createQueryClient } from '../shared/api/query-client';
import { loadChunk } from '../shared/loading/load-chunk';
import { preloadFormats } from '../shared/formats/preload-formats';
import { yieldToMain } from '../shared/yield-to-main';
import { Hydrating } from '../shared/hydration';
import { followSystemTheme } from '../shared/session/theme';
import type { SiteRouter } from './router';
import { useReaderSessionExpiry } from './use-reader-session-expiry';

type Props = {
  router: SiteRouter;
  /** Whether the first page hydrates server-rendered markup. */
  isHydrating: boolean;
  /** Called when the first page reacts to input, within React's commit. */
  onRendered: () => void;
};

/** The root component: the router, the query cache and the toasts. */
export function App({ router, isHydrating, onRendered }: Props) {
  const [queryClient] = useState(createQueryClient);
  useLayoutEffect(onRendered, [onRendered]);
  useEffect(showOwnVersion, []);
  useEffect(followSystemTheme, []);
  useEffect(() => startDeferred(queryClient, router), [queryClient, router]);
  useReaderSessionExpiry(queryClient);
  const isHydrationPending = useHydrationPhase(isHydrating);
  return (
    <QueryClientProvider client={queryClient}>
      <Hydrating value={isHydrationPending}>
        <RouterProvider router={router} />
      </Hydrating>
      <Toasts />
    </QueryClientProvider>
  );
}

/** Ends what start.js began: signed-in readers see no parts of a visitor's page until their own version is rendered. */
function showOwnVersion(): void {
  delete document.documentElement.dataset['signedIn'];
}

/** Loads and starts features that the first page does not need. Returns the function that stops them. */
function startDeferred(queryClient: QueryClient, router: SiteRouter): () => void {
  let isActive = true;
  let stop: () => void = () => undefined;
  loadChunk(() => import('./deferred-features')).then(
    ({ startDeferredFeatures }) => {
      if (isActive) {
        stop = startDeferredFeatures(queryClient, router);
      }
    },
    (error: unknown) => {
      console.warn(error);
    },
  );
  return () => {
    isActive = false;
    stop();
  };
}

/** Returns true during hydration, which renders the server's number and date formats, then false for the reader's. */
function useHydrationPhase(isHydrating: boolean): boolean {
  const [isPending, setPending] = useState(isHydrating);
  useEffect(() => {
    if (isHydrating) {
      void yieldToMain()
        .then(preloadFormats)
        .then(() => {
          startTransition(() => {
            setPending(false);
          });
        });
    }
  }, [isHydrating]);
  return isPending;
}
