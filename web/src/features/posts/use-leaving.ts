import { useState } from 'react';

import type { BlogSummary } from '../../shared/api/types';
import { BOOKMARKS_PAGE } from './api';

type Shown = { blog: BlogSummary; isLeaving: boolean };
type Left = { blog: BlogSummary; place: number; hasFaded: boolean };

/** Bookmarks that are taken away keep their place until `drop`, even when the list came again without them. */
export function useLeaving(blogs: readonly BlogSummary[]) {
  const [seen, setSeen] = useState(blogs);
  const [left, setLeft] = useState<readonly Left[]>([]);
  const kept = blogs.filter((blog) => blog.isBookmarked);
  const isKept = ({ _id }: BlogSummary) => kept.some((blog) => blog._id === _id);

  if (blogs !== seen) {
    const missing = seen.flatMap((blog, place) =>
      blog.isBookmarked && !isKept(blog)
        ? [{ blog: { ...blog, isBookmarked: false }, place, hasFaded: false }]
        : [],
    );
    setSeen(blogs);
    setLeft([...left.filter(({ blog }) => !isKept(blog)), ...missing]);
  }

  const shown: Shown[] = kept.map((blog) => ({ blog, isLeaving: false }));
  for (const { blog, place, hasFaded } of left) {
    if (!hasFaded) {
      shown.splice(place, 0, { blog, isLeaving: true });
    }
  }
  return {
    // What moved up from the next page waits until there is room.
    shown: shown.slice(0, BOOKMARKS_PAGE),
    drop: (id: string) => {
      setLeft((present) =>
        present.map((entry) => (entry.blog._id === id ? { ...entry, hasFaded: true } : entry)),
      );
    },
  };
}
