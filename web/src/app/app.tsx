import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useState } from 'react';
import { RouterProvider } from 'react-router';
import { Toasts } from '../shared/ui/toasts';

import { createQueryClient } from '../shared/api/query-client';
import { followSystemTheme } from '../shared/session/theme';
import { prefetchLinks } from './link-prefetching';
import type { SiteRouter } from './router';
import { useSessionLife } from './use-session-life';

type Props = {
  router: SiteRouter;
  /** Called when the first page stands, before it is painted. */
  onDrawn: () => void;
};

/** The whole client: its router and its memory of what the server said. */
export function App({ router, onDrawn }: Props) {
  const [queryClient] = useState(createQueryClient);
  // After the router's own effect, which takes the first page for one that was navigated to.
  useLayoutEffect(onDrawn, [onDrawn]);
  useEffect(followSystemTheme, []);
  useEffect(() => prefetchLinks(queryClient, router), [queryClient, router]);
  useSessionLife(queryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>
  );
}
