import { useState } from 'react';

import type { PostSummary } from '../../shared/api/types';
import { BOOKMARKS_PAGE } from './api';

type Shown = { post: PostSummary; isLeaving: boolean };
type Removed = { post: PostSummary; index: number; hasFaded: boolean };

/** Keeps removed bookmarks in place until `drop` is called, even if the list was refetched without them. */
export function useFadingRemovals(posts: readonly PostSummary[]) {
  const [previousPosts, setPreviousPosts] = useState(posts);
  const [removed, setRemoved] = useState<readonly Removed[]>([]);
  const bookmarked = posts.filter((post) => post.isBookmarked);
  const isBookmarked = ({ _id }: PostSummary) => bookmarked.some((post) => post._id === _id);

  if (posts !== previousPosts) {
    const missing = previousPosts.flatMap((post, index) =>
      post.isBookmarked && !isBookmarked(post)
        ? [{ post: { ...post, isBookmarked: false }, index, hasFaded: false }]
        : [],
    );
    setPreviousPosts(posts);
    setRemoved([...removed.filter(({ post }) => !isBookmarked(post)), ...missing]);
  }

  const shown: Shown[] = bookmarked.map((post) => ({ post, isLeaving: false }));
  for (const { post, index, hasFaded } of removed) {
    if (!hasFaded) {
      shown.splice(index, 0, { post, isLeaving: true });
    }
  }
  return {
    // A post that moves up from the next page waits until there is room.
    shown: shown.slice(0, BOOKMARKS_PAGE),
    drop: (id: string) => {
      setRemoved((current) =>
        current.map((entry) => (entry.post._id === id ? { ...entry, hasFaded: true } : entry)),
      );
    },
  };
}
