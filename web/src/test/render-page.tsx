import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { RouterProvider, createMemoryRouter, useLocation } from 'react-router';
import { Toasts } from '../shared/ui/toasts';

import { createQueryClient } from '../shared/api/query-client';

/** Renders a page at an address; the login page is a line with the router's location. */
export function renderPage(page: ReactNode, address = '/') {
  const router = createMemoryRouter(
    [
      { path: '/login', element: <LocationText /> },
      { path: '*', element: page },
    ],
    { initialEntries: [address] },
  );
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>,
  );
  return router;
}

function LocationText() {
  const location = useLocation();
  const { pathname, search } = location;
  const state: unknown = location.state;
  return <p>{`at ${pathname}${search} from ${JSON.stringify(state)}`}</p>;
}
