/** Keys of answers that others than those who ask for them know to be out of date. */
export const BOOKMARKS_KEY = 'bookmarks';
export const USER_COMMENTS_KEY = 'user-comments';
/** Begins the keys of all that only administrators are told. */
export const ADMIN_KEY = 'admin';
