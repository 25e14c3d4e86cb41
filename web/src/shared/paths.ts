/** Every address of the site, so that no link is written by hand. */

/** What narrows and orders the list of all blogs. */
export type TreasureFilter = {
  search?: string;
  category?: string;
  tag?: string;
  /** The id of an author. */
  author?: string;
  sort?: string;
};

/** A path with those parameters that are not empty. */
export function withQuery(path: string, query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] =>
    Boolean(entry[1]),
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}

type Post = { _id: string; slug: string };

/** What stands for posts in their addresses: the server says so in the document. Pages answer to both. */
const isById = document.documentElement.getAttribute('data-post-addresses') === 'id';

function blog({ _id, slug }: Post): string {
  return `/blog/${encodeURIComponent(isById ? _id : slug)}`;
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
  ownProfile: '/profile',
  login: '/login',
  signup: '/signup',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  undoEmailChange: '/undo-email-change',
  onboarding: '/onboarding',
  blog,
  comment: (post: Post, commentId: string) =>
    `${blog(post)}#comment-${encodeURIComponent(commentId)}`,
  profile: (userId: string) => `/profile/${encodeURIComponent(userId)}`,
  adminLogin: '/admin/login',
  adminSignup: '/admin/signup',
  adminDashboard: '/admin/dashboard',
  adminNewBlog: '/admin/new-blog',
  adminPosts: '/admin/posts',
  adminEditBlog: (id: string) => `/admin/edit-blog/${encodeURIComponent(id)}`,
  adminUsers: '/admin/users',
  adminComments: '/admin/comments',
  adminSettings: '/admin/settings',
} as const;
