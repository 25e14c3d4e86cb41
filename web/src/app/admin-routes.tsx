/** The routes of the admin panel: separate chunks, which readers never load. */
import { Navigate, type RouteObject } from 'react-router';

import { paths } from '../shared/paths';
import { loadChunk } from '../shared/loading/load-chunk';
import { AppErrorPage } from './error-page';
import { AdminGuestOnly, AdminOnly } from './guards';
import { BareLayout } from './layout/bare-layout';
import { lazyPage } from './lazy-page';

const guestRoutes: RouteObject[] = [
  {
    path: 'login',
    ...lazyPage(async () => (await loadChunk(() => import('./routes/admin/login'))).AdminLoginPage),
  },
  {
    path: 'signup',
    ...lazyPage(
      async () => (await loadChunk(() => import('./routes/admin/signup'))).AdminSignupPage,
    ),
  },
];

const panelRoutes: RouteObject[] = [
  { index: true, element: <Navigate to={paths.adminDashboard} replace /> },
  {
    path: 'dashboard',
    ...lazyPage(
      async () => (await loadChunk(() => import('./routes/admin/dashboard'))).DashboardPage,
    ),
  },
  {
    // One page for both addresses: the first save of a new post changes the address, not the page.
    ...lazyPage(async () => (await loadChunk(() => import('./routes/admin/writing'))).WritingPage),
    children: [{ path: 'new-blog' }, { path: 'edit-blog/:id' }],
  },
  {
    path: 'edit-blog/:id/history',
    ...lazyPage(async () => (await loadChunk(() => import('./routes/admin/history'))).HistoryPage),
  },
  {
    path: 'posts',
    ...lazyPage(async () => (await loadChunk(() => import('./routes/admin/posts'))).PostsPage),
  },
  {
    path: 'calendar',
    ...lazyPage(
      async () => (await loadChunk(() => import('./routes/admin/calendar'))).CalendarPage,
    ),
  },
  {
    ...lazyPage(async () => (await loadChunk(() => import('./role-guards'))).ReaderManagersOnly),
    children: [
      {
        path: 'users',
        ...lazyPage(async () => (await loadChunk(() => import('./routes/admin/users'))).UsersPage),
      },
    ],
  },
  {
    ...lazyPage(async () => (await loadChunk(() => import('./role-guards'))).ModeratorsOnly),
    children: [
      {
        path: 'comments',
        ...lazyPage(
          async () => (await loadChunk(() => import('./routes/admin/comments'))).CommentsPage,
        ),
      },
      {
        path: 'spam-rules',
        ...lazyPage(
          async () => (await loadChunk(() => import('./routes/admin/spam-rules'))).SpamRulesPage,
        ),
      },
    ],
  },
  {
    ...lazyPage(async () => (await loadChunk(() => import('./role-guards'))).TeamManagersOnly),
    children: [
      {
        path: 'team',
        ...lazyPage(async () => (await loadChunk(() => import('./routes/admin/team'))).TeamPage),
      },
    ],
  },
  {
    path: 'settings',
    ...lazyPage(
      async () => (await loadChunk(() => import('./routes/admin/settings'))).SettingsPage,
    ),
  },
];

export const adminRoutes: RouteObject = {
  path: 'admin',
  children: [
    {
      element: <BareLayout />,
      children: [
        { element: <AdminGuestOnly />, children: guestRoutes },
        {
          path: 'join',
          ...lazyPage(async () => (await loadChunk(() => import('./routes/admin/join'))).JoinPage),
        },
      ],
    },
    {
      element: <AdminOnly />,
      children: [
        {
          ...lazyPage(
            async () => (await loadChunk(() => import('./layout/admin-layout'))).AdminLayout,
          ),
          children: [{ errorElement: <AppErrorPage />, children: panelRoutes }],
        },
      ],
    },
  ],
};
