/** The routes of the site, one chunk a page. */
import { type RouteObject, createBrowserRouter, matchRoutes } from 'react-router';

import type { ACCOUNT_PAGES } from './account-pages';
import { adminRoutes, setupRoute } from './admin-routes';
import { AppErrorPage } from './error-page';
import { loadChunk } from '../shared/loading/load-chunk';
import { GuestOnly, NeedsLogin } from './guards';
import { BareLayout } from './layout/bare-layout';
import { RootLayout } from './layout/root-layout';
import { SiteLayout } from './layout/site-layout';
import { fetchCodeOf, lazyPage } from './lazy-page';
import { prefetchedPage } from './prefetched-page';

function accountPage(name: keyof typeof ACCOUNT_PAGES) {
  return lazyPage(async () => {
    const { ACCOUNT_PAGES: pages } = await loadChunk(() => import('./account-pages'));
    return pages[name]();
  });
}

export const routes: RouteObject[] = [
  {
    element: <RootLayout />,
    hydrateFallbackElement: <></>,
    errorElement: (
      <main id="content" tabIndex={-1}>
        <AppErrorPage />
      </main>
    ),
    children: [
      {
        element: <SiteLayout />,
        children: [
          {
            errorElement: <AppErrorPage />,
            children: [
              {
                index: true,
                ...prefetchedPage(async () => {
                  const page = await loadChunk(() => import('./routes/reader/home'));
                  return { Component: page.HomePage, prefetch: page.prefetchHome };
                }),
              },
              {
                path: 'trending',
                ...prefetchedPage(async () => {
                  const page = await loadChunk(() => import('./routes/reader/trending'));
                  return { Component: page.TrendingPage, prefetch: page.prefetchTrending };
                }),
              },
              {
                path: 'treasure',
                ...prefetchedPage(async () => {
                  const page = await loadChunk(() => import('./routes/reader/treasure'));
                  return { Component: page.TreasurePage, prefetch: page.prefetchTreasure };
                }),
              },
              {
                path: 'recent',
                ...lazyPage(
                  async () => (await loadChunk(() => import('./routes/reader/recent'))).RecentPage,
                ),
              },
              {
                path: 'blog/:id',
                ...prefetchedPage(async () => {
                  const page = await loadChunk(() => import('./routes/reader/post'));
                  return { Component: page.PostPage, prefetch: page.prefetchPost };
                }),
              },
              {
                path: 'preview/:token',
                ...prefetchedPage(async () => {
                  const page = await loadChunk(() => import('./routes/reader/preview'));
                  return { Component: page.PreviewPage, prefetch: page.prefetchPreview };
                }),
              },
              { path: 'page/:slug', ...accountPage('staticPage') },
              { path: 'about', ...accountPage('staticPage') },
              { path: 'tag/:slug', ...accountPage('tag') },
              { path: 'author/:slug', ...accountPage('author') },
              { path: 'series/:slug', ...accountPage('series') },
              {
                path: 'newsletter',
                ...lazyPage(
                  async () =>
                    (await loadChunk(() => import('./routes/reader/newsletter'))).NewsletterPage,
                ),
              },
              {
                element: <NeedsLogin admitsAdmins />,
                children: [
                  {
                    path: 'notifications',
                    ...accountPage('notifications'),
                  },
                  {
                    path: 'settings/mail',
                    ...accountPage('mailSettings'),
                  },
                ],
              },
              {
                element: <NeedsLogin />,
                children: [
                  {
                    path: 'following',
                    ...prefetchedPage(async () => {
                      const page = await loadChunk(() => import('./routes/reader/following'));
                      return { Component: page.FollowingPage, prefetch: page.prefetchFollowing };
                    }),
                  },
                  {
                    path: 'bookmarks',
                    ...prefetchedPage(async () => {
                      const page = await loadChunk(() => import('./routes/reader/bookmarks'));
                      return { Component: page.BookmarksPage, prefetch: page.prefetchBookmarks };
                    }),
                  },
                  {
                    path: 'profile',
                    ...accountPage('profile'),
                  },
                  {
                    path: 'settings/security',
                    ...accountPage('security'),
                  },
                ],
              },
              {
                path: 'profile/:userId',
                ...prefetchedPage(async () => {
                  const page = await loadChunk(() => import('./routes/reader/public-profile'));
                  return {
                    Component: page.PublicProfilePage,
                    prefetch: page.prefetchPublicProfile,
                  };
                }),
              },
              {
                path: '*',
                ...lazyPage(
                  async () => (await loadChunk(() => import('./routes/not-found'))).NotFoundPage,
                ),
              },
            ],
          },
        ],
      },
      {
        element: <BareLayout />,
        children: [
          {
            element: <GuestOnly />,
            children: [
              {
                path: 'login',
                ...accountPage('login'),
              },
              {
                path: 'signup',
                ...accountPage('signup'),
              },
              {
                path: 'forgot-password',
                ...accountPage('forgotPassword'),
              },
              {
                path: 'reset-password',
                ...accountPage('resetPassword'),
              },
            ],
          },
          setupRoute,
          {
            path: 'undo-email-change',
            ...accountPage('undoEmailChange'),
          },
          {
            path: 'verify-email',
            ...accountPage('verifyEmail'),
          },
          {
            element: <NeedsLogin />,
            children: [
              {
                path: 'onboarding',
                ...accountPage('onboarding'),
              },
            ],
          },
        ],
      },
      adminRoutes,
    ],
  },
];

export type SiteRouter = ReturnType<typeof createBrowserRouter>;

/**
 * Creates the router once the code of the first page has loaded. If that fails, the page shows the error itself; with
 * `isServerRendered` this function rejects instead, so that the server-rendered page stays.
 */
export async function createSiteRouter({
  isServerRendered,
}: {
  isServerRendered: boolean;
}): Promise<SiteRouter> {
  const matches = matchRoutes(routes, window.location) ?? [];
  if (isServerRendered) {
    await Promise.all(matches.map(({ route }) => fetchCodeOf(route.handle)));
  }
  await Promise.all(matches.map(({ route }) => resolveLazy(route)));
  // With this data the router leaves the scroll position of the first page as it is.
  const router = createBrowserRouter(
    routes,
    isServerRendered ? { hydrationData: { loaderData: {} } } : {},
  );
  await whenReady(router);
  return router;
}

/** Loads the code of a route before the router starts; its own lazy loading would delay the start. */
async function resolveLazy(route: RouteObject): Promise<void> {
  if (typeof route.lazy === 'function') {
    Object.assign(route, await route.lazy(), { lazy: undefined });
  }
}

function whenReady(router: SiteRouter): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) {
      resolve();
      return;
    }
    const stop = router.subscribe(({ initialized }) => {
      if (initialized) {
        stop();
        resolve();
      }
    });
  });
}
