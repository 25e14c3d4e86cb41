/**
 * The pages of the panel, one chunk a page. A chunk of its own as well: the names of their files would be a tenth of the
 * script that every reader loads.
 */
import { loadChunk } from '../shared/loading/load-chunk';

export const PANEL_PAGES = {
  login: async () => (await loadChunk(() => import('./routes/admin/login'))).AdminLoginPage,
  signup: async () => (await loadChunk(() => import('./routes/admin/signup'))).AdminSignupPage,
  join: async () => (await loadChunk(() => import('./routes/admin/join'))).JoinPage,
  setup: async () => (await loadChunk(() => import('./routes/admin/setup'))).SetupPage,
  layout: async () => (await loadChunk(() => import('./layout/admin-layout'))).AdminLayout,
  dashboard: async () => (await loadChunk(() => import('./routes/admin/dashboard'))).DashboardPage,
  writing: async () => (await loadChunk(() => import('./routes/admin/writing'))).WritingPage,
  ofPost: async () => (await loadChunk(() => import('./routes/admin/of-post'))).PageOfPost,
  posts: async () => (await loadChunk(() => import('./routes/admin/posts'))).PostsPage,
  pageManagers: async () => (await loadChunk(() => import('./role-guards'))).PageManagersOnly,
  pages: async () => (await loadChunk(() => import('./routes/admin/pages'))).PagesPage,
  pageWriting: async () =>
    (await loadChunk(() => import('./routes/admin/page-writing'))).PageWritingPage,
  pageHistory: async () =>
    (await loadChunk(() => import('./routes/admin/page-history'))).PageHistoryPage,
  tagManagers: async () => (await loadChunk(() => import('./role-guards'))).TagManagersOnly,
  tags: async () => (await loadChunk(() => import('./routes/admin/tags'))).TagsPage,
  seriesManagers: async () => (await loadChunk(() => import('./role-guards'))).SeriesManagersOnly,
  seriesList: async () =>
    (await loadChunk(() => import('./routes/admin/series-list'))).SeriesListPage,
  oneSeries: async () => (await loadChunk(() => import('./routes/admin/one-series'))).OneSeriesPage,
  calendar: async () => (await loadChunk(() => import('./routes/admin/calendar'))).CalendarPage,
  readerManagers: async () => (await loadChunk(() => import('./role-guards'))).ReaderManagersOnly,
  users: async () => (await loadChunk(() => import('./routes/admin/users'))).UsersPage,
  moderators: async () => (await loadChunk(() => import('./role-guards'))).ModeratorsOnly,
  comments: async () => (await loadChunk(() => import('./routes/admin/comments'))).CommentsPage,
  spamRules: async () => (await loadChunk(() => import('./routes/admin/spam-rules'))).SpamRulesPage,
  newsletterManagers: async () =>
    (await loadChunk(() => import('./role-guards'))).NewsletterManagersOnly,
  newsletter: async () =>
    (await loadChunk(() => import('./routes/admin/newsletter'))).NewsletterPage,
  redirectManagers: async () =>
    (await loadChunk(() => import('./role-guards'))).RedirectManagersOnly,
  redirects: async () => (await loadChunk(() => import('./routes/admin/redirects'))).RedirectsPage,
  importers: async () => (await loadChunk(() => import('./role-guards'))).ImportersOnly,
  import: async () => (await loadChunk(() => import('./routes/admin/import'))).ImportPage,
  teamManagers: async () => (await loadChunk(() => import('./role-guards'))).TeamManagersOnly,
  team: async () => (await loadChunk(() => import('./routes/admin/team'))).TeamPage,
  siteManagers: async () => (await loadChunk(() => import('./role-guards'))).SiteManagersOnly,
  webhooks: async () => (await loadChunk(() => import('./routes/admin/webhooks'))).WebhooksPage,
  auditReaders: async () => (await loadChunk(() => import('./role-guards'))).AuditReadersOnly,
  audit: async () => (await loadChunk(() => import('./routes/admin/audit'))).AuditPage,
  site: async () => (await loadChunk(() => import('./routes/admin/site'))).SitePage,
  notifications: async () =>
    (await loadChunk(() => import('./routes/admin/notifications'))).AdminNotificationsPage,
  settings: async () => (await loadChunk(() => import('./routes/admin/settings'))).SettingsPage,
  security: async () =>
    (await loadChunk(() => import('./routes/admin/security'))).AdminSecurityPage,
} as const;
