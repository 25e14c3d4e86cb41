import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useState } from 'react';
import { RouterProvider } from 'react-router';
import { Toasts } from '../shared/ui/toasts';

import { createQueryClient } from '../shared/api/query-client';
import { followSystemTheme } from '../shared/session/theme';
import type { SiteRouter } from './router';
import { useSessionLife } from './use-session-life';

/** The whole client: its router and its memory of what the server said. */
export function App({ router }: { router: SiteRouter }) {
  const [queryClient] = useState(createQueryClient);
  const [scrolledTo] = useState(window.scrollY);
  // After the router's own effect, which takes the first page for one that was navigated to.
  useLayoutEffect(() => {
    if (scrolledTo > 0) {
      window.scrollTo(0, scrolledTo);
    }
  }, [scrolledTo]);
  useEffect(followSystemTheme, []);
  useSessionLife(queryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>
  );
}
