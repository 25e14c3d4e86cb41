/** The administrators' panel: chunks of its own, which readers never load. */
import { Navigate, type RouteObject } from 'react-router';

import { paths } from '../shared/paths';
import { AppErrorPage } from './error-page';
import { AdminGuestOnly, AdminOnly } from './guards';
import { BareLayout } from './layout/bare-layout';

const guestRoutes: RouteObject[] = [
  {
    path: 'login',
    lazy: async () => ({ Component: (await import('./routes/admin/login')).AdminLoginPage }),
  },
  {
    path: 'signup',
    lazy: async () => ({ Component: (await import('./routes/admin/signup')).AdminSignupPage }),
  },
];

const panelRoutes: RouteObject[] = [
  { index: true, element: <Navigate to={paths.adminDashboard} replace /> },
  {
    path: 'dashboard',
    lazy: async () => ({ Component: (await import('./routes/admin/dashboard')).DashboardPage }),
  },
  {
    path: 'new-blog',
    lazy: async () => ({ Component: (await import('./routes/admin/new-blog')).NewBlogPage }),
  },
  {
    path: 'edit-blog/:id',
    lazy: async () => ({ Component: (await import('./routes/admin/edit-blog')).EditBlogPage }),
  },
  {
    path: 'posts',
    lazy: async () => ({ Component: (await import('./routes/admin/posts')).PostsPage }),
  },
  {
    path: 'users',
    lazy: async () => ({ Component: (await import('./routes/admin/users')).UsersPage }),
  },
  {
    path: 'comments',
    lazy: async () => ({ Component: (await import('./routes/admin/comments')).CommentsPage }),
  },
  {
    path: 'settings',
    lazy: async () => ({ Component: (await import('./routes/admin/settings')).SettingsPage }),
  },
];

export const adminRoutes: RouteObject = {
  path: 'admin',
  children: [
    {
      element: <BareLayout />,
      children: [{ element: <AdminGuestOnly />, children: guestRoutes }],
    },
    {
      element: <AdminOnly />,
      children: [
        {
          lazy: async () => ({ Component: (await import('./layout/admin-layout')).AdminLayout }),
          children: [{ errorElement: <AppErrorPage />, children: panelRoutes }],
        },
      ],
    },
  ],
};
