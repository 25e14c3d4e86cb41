import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { startTransition, useEffect, useLayoutEffect, useState } from 'react';
import { RouterProvider } from 'react-router';
import { Toasts } from '../shared/ui/toasts';

import { createQueryClient } from '../shared/api/query-client';
import { loadChunk } from '../shared/loading/load-chunk';
import { readFormats } from '../shared/formats/read-formats';
import { nextTurn } from '../shared/next-turn';
import { Served } from '../shared/served';
import { followSystemTheme } from '../shared/session/theme';
import type { SiteRouter } from './router';
import { useSessionLife } from './use-session-life';

type Props = {
  router: SiteRouter;
  /** Whether the first page is taken over from the server in place. */
  isServed: boolean;
  /** Called when the first page stands, before it is painted. */
  onDrawn: () => void;
};

/** The whole client: its router and its memory of what the server said. */
export function App({ router, isServed, onDrawn }: Props) {
  const [queryClient] = useState(createQueryClient);
  // After the router's own effect, which takes the first page for one that was navigated to.
  useLayoutEffect(onDrawn, [onDrawn]);
  useEffect(followSystemTheme, []);
  useEffect(() => startSoon(queryClient, router), [queryClient, router]);
  useSessionLife(queryClient);
  const isStillServed = useTakingOver(isServed);
  return (
    <QueryClientProvider client={queryClient}>
      <Served value={isStillServed}>
        <RouterProvider router={router} />
      </Served>
      <Toasts />
    </QueryClientProvider>
  );
}

/** Pages open without this as well, only later: its code comes when the first page stands. Gives back how to stop. */
function startSoon(queryClient: QueryClient, router: SiteRouter): () => void {
  let isWanted = true;
  let stop: () => void = () => undefined;
  loadChunk(() => import('./start-later')).then(
    ({ startLater }) => {
      if (isWanted) {
        stop = startLater(queryClient, router);
      }
    },
    (error: unknown) => {
      console.warn(error);
    },
  );
  return () => {
    isWanted = false;
    stop();
  };
}

/** What stands there already is drawn as it stands, and then as the reader writes. */
function useTakingOver(isServed: boolean): boolean {
  const [isStillServed, setStillServed] = useState(isServed);
  useEffect(() => {
    if (isServed) {
      void nextTurn()
        .then(readFormats)
        .then(() => {
          startTransition(() => {
            setStillServed(false);
          });
        });
    }
  }, [isServed]);
  return isStillServed;
}
