import { useQueryClient } from '@tanstack/react-query';

import { readersOnly } from '../session/readers-only';
import { unwrap, api } from '../api/client';
import { queryKey } from '../api/query-key';
import type { PostSummary } from '../api/types';
import { postPatch, countAfterToggle } from './patch-all-queries';
import type { Mark } from './toggle-queue';
import { useMark } from './use-mark';

const LIKE_TEXTS = {
  login: 'Please login to like posts',
  failure: 'Failed to update like',
  asAdmin: readersOnly('like posts'),
};
const BOOKMARK_TEXTS = {
  login: 'Please login to bookmark posts',
  failure: 'Failed to update bookmark',
  asAdmin: readersOnly('bookmark posts'),
};

/** The toggles of a post's like and bookmark. */
export function usePostMarks(
  { _id: id, isLiked, isBookmarked }: PostSummary,
  onBookmarkRemoved?: () => void,
) {
  const client = useQueryClient();
  const setMark = useMark();
  return {
    toggleLike: () => {
      void setMark(likeOf(id), !isLiked, LIKE_TEXTS);
    },
    toggleBookmark: () => {
      void setMark(bookmarkOf(id), !isBookmarked, BOOKMARK_TEXTS).then((isDone) => {
        if (isDone && isBookmarked) {
          onBookmarkRemoved?.();
        }
        return client.invalidateQueries({ queryKey: queryKey('posts', 'bookmarks') });
      });
    },
  };
}

/** Returns a function that restores a removed bookmark; it returns whether that succeeded. */
export function useRestoreBookmark(): (id: string) => Promise<boolean> {
  const setMark = useMark();
  return (id) => setMark(bookmarkOf(id), true, BOOKMARK_TEXTS);
}

function likeOf(id: string): Mark {
  return {
    key: `like ${id}`,
    send: async () => {
      const data = await unwrap(api.POST('/blogs/{id}/like', { params: { path: { id } } }));
      return { isOn: data.isLiked, count: data.likeCount };
    },
    patch: ({ isOn, count }) =>
      postPatch(id, (post) => {
        const likeCount = count ?? countAfterToggle(post.stats.likeCount, post.isLiked, isOn);
        return post.isLiked === isOn && post.stats.likeCount === likeCount
          ? post
          : { ...post, isLiked: isOn, stats: { ...post.stats, likeCount } };
      }),
  };
}

function bookmarkOf(id: string): Mark {
  return {
    key: `bookmark ${id}`,
    send: async () => {
      const data = await unwrap(api.POST('/blogs/{id}/bookmark', { params: { path: { id } } }));
      return { isOn: data.isBookmarked };
    },
    patch: ({ isOn }) =>
      postPatch(id, (post) =>
        post.isBookmarked === isOn ? post : { ...post, isBookmarked: isOn },
      ),
  };
}
