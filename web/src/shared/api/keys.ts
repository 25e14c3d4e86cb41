/** Query keys that other modules invalidate. */
export const BOOKMARKS_KEY = 'bookmarks';
export const USER_COMMENTS_KEY = 'user-comments';
/** The prefix of the keys of administrator-only queries. */
export const ADMIN_KEY = 'admin';
