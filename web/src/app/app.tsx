import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { RouterProvider } from 'react-router';
import { Toaster } from 'sonner';

import { createQueryClient } from '../shared/api/query-client';
import { followSystemTheme } from '../shared/session/theme';
import { createSiteRouter } from './router';
import { useSessionLife } from './use-session-life';

const TOAST_MS = 3_000;

/** The whole client: its router and its memory of what the server said. */
export function App() {
  const [queryClient] = useState(createQueryClient);
  const [router] = useState(createSiteRouter);
  useEffect(followSystemTheme, []);
  useSessionLife(queryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toaster duration={TOAST_MS} position="top-center" toastOptions={{ className: 'toast' }} />
    </QueryClientProvider>
  );
}
