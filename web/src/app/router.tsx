/** Every page of the site, each a chunk of its own. */
import { type RouteObject, createBrowserRouter } from 'react-router';

import { AppErrorPage } from './error-page';
import { BareLayout } from './layout/bare-layout';
import { SiteLayout } from './layout/site-layout';

export const routes: RouteObject[] = [
  {
    errorElement: <AppErrorPage />,
    children: [
      {
        element: <SiteLayout />,
        children: [
          {
            errorElement: <AppErrorPage />,
            children: [
              {
                index: true,
                lazy: async () => ({ Component: (await import('./routes/reader/home')).HomePage }),
              },
              {
                path: 'trending',
                lazy: async () => ({
                  Component: (await import('./routes/reader/trending')).TrendingPage,
                }),
              },
              {
                path: 'treasure',
                lazy: async () => ({
                  Component: (await import('./routes/reader/treasure')).TreasurePage,
                }),
              },
              {
                path: 'recent',
                lazy: async () => ({
                  Component: (await import('./routes/reader/recent')).RecentPage,
                }),
              },
              {
                path: 'blog/:id',
                lazy: async () => ({ Component: (await import('./routes/reader/blog')).BlogPage }),
              },
              {
                path: '*',
                lazy: async () => ({
                  Component: (await import('./routes/not-found')).NotFoundPage,
                }),
              },
            ],
          },
        ],
      },
      {
        element: <BareLayout />,
        children: [
          {
            path: 'login',
            lazy: async () => ({ Component: (await import('./routes/login')).LoginPage }),
          },
        ],
      },
    ],
  },
];

export function createSiteRouter() {
  return createBrowserRouter(routes);
}
