/** The category filters of product.md §3: 'All' is first. */
export const ALL_CATEGORIES = 'All';

export const CATEGORIES = [
  'Web Development',
  'Mobile Development',
  'DevOps & Cloud',
  'Data Science & AI',
  'Programming Languages',
  'Software Architecture',
  'Cybersecurity',
  'System Design',
  'Other',
] as const;

/** The orders of /treasure. `likes` and `comments` sort by views and readers, as their labels say. */
export const SORTS = [
  { value: 'newest', label: 'Newest' },
  { value: 'oldest', label: 'Oldest' },
  { value: 'likes', label: 'Most viewed' },
  { value: 'comments', label: 'Most readers' },
  { value: 'mostLiked', label: 'Most liked' },
  { value: 'mostCommented', label: 'Most commented' },
] as const;
