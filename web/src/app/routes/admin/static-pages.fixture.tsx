/** The pages with the editor of static pages, and a signed-in editor. */
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { RouterProvider, createMemoryRouter } from 'react-router';

import { createQueryClient } from '../../../shared/api/query-client';
import { Toasts } from '../../../shared/ui/toasts';
import { signInAs } from '../../../test/sample-admin';
import { PageHistoryPage } from './page-history';
import { PageWritingPage } from './page-writing';

export function openStaticPage(address: string) {
  signInAs('editor');
  const router = createMemoryRouter(
    [
      {
        element: <PageWritingPage />,
        children: [{ path: '/admin/new-page' }, { path: '/admin/edit-page/:id' }],
      },
      { path: '/admin/edit-page/:id/history', element: <PageHistoryPage /> },
      { path: '*', element: <h1>Another page</h1> },
    ],
    { initialEntries: ['/admin/pages', address], initialIndex: 1 },
  );
  const page = render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>,
  );
  return { router, unmount: page.unmount };
}
