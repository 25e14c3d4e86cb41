import { useQueryClient } from '@tanstack/react-query';

import { readersOnly } from '../session/readers-only';
import { answered, api } from '../api/client';
import { BOOKMARKS_KEY } from '../api/keys';
import type { BlogSummary } from '../api/types';
import { blogPatch, countAfter } from './cached-copies';
import type { Mark } from './press';
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

/** The like and the bookmark of a blog, wherever it is shown. */
export function useBlogMarks(
  { _id: id, isLiked, isBookmarked }: BlogSummary,
  onBookmarkRemoved?: () => void,
) {
  const client = useQueryClient();
  const press = useMark();
  return {
    toggleLike: () => {
      void press(likeOf(id), !isLiked, LIKE_TEXTS);
    },
    toggleBookmark: () => {
      void press(bookmarkOf(id), !isBookmarked, BOOKMARK_TEXTS).then((isDone) => {
        if (isDone && isBookmarked) {
          onBookmarkRemoved?.();
        }
        return client.invalidateQueries({ queryKey: [BOOKMARKS_KEY] });
      });
    },
  };
}

/** Sets a bookmark again that was removed, and gives whether it was taken. */
export function useRestoreBookmark(): (id: string) => Promise<boolean> {
  const press = useMark();
  return (id) => press(bookmarkOf(id), true, BOOKMARK_TEXTS);
}

function likeOf(id: string): Mark {
  return {
    key: `like ${id}`,
    send: async () => {
      const answer = await answered(api.POST('/blogs/{id}/like', { params: { path: { id } } }));
      return { isOn: answer.isLiked, count: answer.likeCount };
    },
    patch: ({ isOn, count }) =>
      blogPatch(id, (blog) => {
        const likeCount = count ?? countAfter(blog.stats.likeCount, blog.isLiked, isOn);
        return blog.isLiked === isOn && blog.stats.likeCount === likeCount
          ? blog
          : { ...blog, isLiked: isOn, stats: { ...blog.stats, likeCount } };
      }),
  };
}

function bookmarkOf(id: string): Mark {
  return {
    key: `bookmark ${id}`,
    send: async () => {
      const answer = await answered(api.POST('/blogs/{id}/bookmark', { params: { path: { id } } }));
      return { isOn: answer.isBookmarked };
    },
    patch: ({ isOn }) =>
      blogPatch(id, (blog) =>
        blog.isBookmarked === isOn ? blog : { ...blog, isBookmarked: isOn },
      ),
  };
}
