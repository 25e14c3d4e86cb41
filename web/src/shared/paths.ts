/** The paths of the site. */

/** The filters and the order of the list of all posts. */
export type TreasureFilter = {
  search?: string;
  category?: string;
  tag?: string;
  /** The id of an author. */
  author?: string;
  sort?: string;
};

/** Returns a path with the non-empty query parameters. */
export function withQuery(path: string, query: Record<string, string | undefined>): string {
  const entries = Object.entries(query).filter((entry): entry is [string, string] =>
    Boolean(entry[1]),
  );
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries).toString()}`;
}

type PostIdentifiers = { _id: string; slug: string };

/** Whether post addresses contain the id instead of the slug: set by the server in the document. Pages accept both. */
function hasIdsInAddresses(): boolean {
  return document.documentElement.dataset['postAddresses'] === 'id';
}

function postPath({ _id, slug }: PostIdentifiers): string {
  return `/blog/${encodeURIComponent(hasIdsInAddresses() ? _id : slug)}`;
}

export const paths = {
  home: '/',
  trending: (page?: number) =>
    withQuery('/trending', { page: page && page > 1 ? String(page) : undefined }),
  treasure: (filter: TreasureFilter & { page?: string } = {}) => withQuery('/treasure', filter),
  recent: '/recent',
  bookmarks: '/bookmarks',
  bookmarksPage: (page: number) =>
    withQuery('/bookmarks', { page: page > 1 ? String(page) : undefined }),
  notifications: '/notifications',
  following: (page?: number) =>
    withQuery('/following', { page: page && page > 1 ? String(page) : undefined }),
  mailSettings: '/settings/mail',
  security: '/settings/security',
  newsletter: '/newsletter',
  ownProfile: '/profile',
  login: '/login',
  signup: '/signup',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  undoEmailChange: '/undo-email-change',
  onboarding: '/onboarding',
  post: postPath,
  comment: (post: PostIdentifiers, commentId: string) =>
    `${postPath(post)}#comment-${encodeURIComponent(commentId)}`,
  tag: (slug: string) => `/tag/${slug}`,
  author: (slug: string) => `/author/${slug}`,
  profile: (userId: string) => `/profile/${encodeURIComponent(userId)}`,
  adminLogin: '/admin/login',
  adminSignup: '/admin/signup',
  adminJoin: '/admin/join',
  adminDashboard: '/admin/dashboard',
  adminNewPost: '/admin/new-blog',
  adminPosts: '/admin/posts',
  adminCalendar: (month?: string) => withQuery('/admin/calendar', { month }),
  adminEditPost: (id: string) => `/admin/edit-blog/${encodeURIComponent(id)}`,
  adminHistory: (id: string, compared: { from?: string; to?: string } = {}) =>
    withQuery(`/admin/edit-blog/${encodeURIComponent(id)}/history`, compared),
  adminUsers: '/admin/users',
  adminComments: '/admin/comments',
  adminQueue: (queue: 'held' | 'reported') => withQuery('/admin/comments', { status: queue }),
  adminSpamRules: '/admin/spam-rules',
  adminSite: '/admin/site',
  adminNewsletter: '/admin/newsletter',
  adminNotifications: '/admin/notifications',
  adminSettings: '/admin/settings',
  adminSecurity: '/admin/security',
  adminImport: '/admin/import',
  adminTeam: '/admin/team',
  adminWebhooks: '/admin/webhooks',
  adminAudit: '/admin/audit',
  adminRedirects: '/admin/redirects',
  adminDeliveries: (webhookId: string) => withQuery('/admin/webhooks', { webhook: webhookId }),
} as const;
