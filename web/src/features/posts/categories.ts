import labels from '../../shared/labels/lists.json';

/** The categories of product.md §3. */
export const CATEGORIES: readonly string[] = labels.categories;

/** The orders of /treasure. `likes` and `comments` sort by views and readers, as their labels say. */
export const SORTS = labels.sorts;
