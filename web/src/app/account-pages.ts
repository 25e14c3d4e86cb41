/** The pages of accounts, and those that few visits open, one chunk a page. In a chunk of its own, as the pages of the panel are. */
import { loadChunk } from '../shared/loading/load-chunk';

export const ACCOUNT_PAGES = {
  login: async () => (await loadChunk(() => import('./routes/auth/login'))).LoginPage,
  signup: async () => (await loadChunk(() => import('./routes/auth/signup'))).SignupPage,
  forgotPassword: async () =>
    (await loadChunk(() => import('./routes/auth/forgot-password'))).ForgotPasswordPage,
  resetPassword: async () =>
    (await loadChunk(() => import('./routes/auth/reset-password'))).ResetPasswordPage,
  undoEmailChange: async () =>
    (await loadChunk(() => import('./routes/auth/undo-email-change'))).UndoEmailChangePage,
  verifyEmail: async () =>
    (await loadChunk(() => import('./routes/auth/verify-email'))).VerifyEmailPage,
  onboarding: async () =>
    (await loadChunk(() => import('./routes/auth/onboarding'))).OnboardingPage,
  profile: async () => (await loadChunk(() => import('./routes/reader/profile'))).ProfilePage,
  notifications: async () =>
    (await loadChunk(() => import('./routes/reader/notifications'))).NotificationsPage,
  mailSettings: async () =>
    (await loadChunk(() => import('./routes/reader/mail-settings'))).MailSettingsPage,
  staticPage: async () =>
    (await loadChunk(() => import('./routes/reader/static-page'))).StaticPagePage,
  tag: async () => (await loadChunk(() => import('./routes/reader/tag'))).TagPage,
  author: async () => (await loadChunk(() => import('./routes/reader/author'))).AuthorPage,
  series: async () => (await loadChunk(() => import('./routes/reader/series'))).SeriesPage,
  security: async () => (await loadChunk(() => import('./routes/reader/security'))).SecurityPage,
} as const;
