/** The routes of the admin panel. Readers never load its pages. */
import { Navigate, type RouteObject } from 'react-router';

import { paths } from '../shared/paths';
import { loadChunk } from '../shared/loading/load-chunk';
import { AppErrorPage } from './error-page';
import { AdminGuestOnly, AdminOnly } from './guards';
import { BareLayout } from './layout/bare-layout';
import { lazyPage } from './lazy-page';
import type { PANEL_PAGES } from './panel-pages';

function panelPage(name: keyof typeof PANEL_PAGES) {
  return lazyPage(async () => {
    const { PANEL_PAGES: pages } = await loadChunk(() => import('./panel-pages'));
    return pages[name]();
  });
}

const guestRoutes: RouteObject[] = [
  { path: 'login', ...panelPage('login') },
  { path: 'signup', ...panelPage('signup') },
];

const panelRoutes: RouteObject[] = [
  { index: true, element: <Navigate to={paths.adminDashboard} replace /> },
  { path: 'dashboard', ...panelPage('dashboard') },
  {
    // One page for both addresses: the first save of a new post changes the address, not the page.
    ...panelPage('writing'),
    children: [{ path: 'new-blog' }, { path: 'edit-blog/:id' }],
  },
  // One for all pages about a post: every reader loads these routes.
  { path: 'edit-blog/:id/:page', ...panelPage('ofPost') },
  { path: 'posts', ...panelPage('posts') },
  {
    ...panelPage('pageManagers'),
    children: [
      { path: 'pages', ...panelPage('pages') },
      {
        ...panelPage('pageWriting'),
        children: [{ path: 'new-page' }, { path: 'edit-page/:id' }],
      },
      { path: 'edit-page/:id/history', ...panelPage('pageHistory') },
    ],
  },
  { ...panelPage('tagManagers'), children: [{ path: 'tags', ...panelPage('tags') }] },
  {
    ...panelPage('seriesManagers'),
    children: [
      { path: 'series', ...panelPage('seriesList') },
      { path: 'series/:id', ...panelPage('oneSeries') },
    ],
  },
  { path: 'calendar', ...panelPage('calendar') },
  { ...panelPage('readerManagers'), children: [{ path: 'users', ...panelPage('users') }] },
  {
    ...panelPage('moderators'),
    children: [
      { path: 'comments', ...panelPage('comments') },
      { path: 'spam-rules', ...panelPage('spamRules') },
    ],
  },
  {
    ...panelPage('newsletterManagers'),
    children: [{ path: 'newsletter', ...panelPage('newsletter') }],
  },
  {
    ...panelPage('redirectManagers'),
    children: [{ path: 'redirects', ...panelPage('redirects') }],
  },
  { ...panelPage('importers'), children: [{ path: 'import', ...panelPage('import') }] },
  { ...panelPage('teamManagers'), children: [{ path: 'team', ...panelPage('team') }] },
  {
    ...panelPage('siteManagers'),
    children: [
      { path: 'site', ...panelPage('site') },
      { path: 'webhooks', ...panelPage('webhooks') },
    ],
  },
  { ...panelPage('auditReaders'), children: [{ path: 'audit', ...panelPage('audit') }] },
  { path: 'notifications', ...panelPage('notifications') },
  { path: 'settings', ...panelPage('settings') },
  { path: 'security', ...panelPage('security') },
];

/** The page of the first start, below no part of the panel. */
export const setupRoute: RouteObject = { path: 'setup', ...panelPage('setup') };

export const adminRoutes: RouteObject = {
  path: 'admin',
  children: [
    {
      element: <BareLayout />,
      children: [
        { element: <AdminGuestOnly />, children: guestRoutes },
        { path: 'join', ...panelPage('join') },
      ],
    },
    {
      element: <AdminOnly />,
      children: [
        {
          ...panelPage('layout'),
          children: [{ errorElement: <AppErrorPage />, children: panelRoutes }],
        },
      ],
    },
  ],
};
