import { useQueryClient } from '@tanstack/react-query';

import { queryKey } from '../../shared/api/query-key';
import type { PostSummary } from '../../shared/api/types';
import { useRestoreBookmark } from '../../shared/marks/use-post-marks';
import { toast } from '../../shared/toast';
import { BOOKMARKS_PAGE, bookmarksQuery } from './api';

/** Offers to undo the removal of a bookmark; the post then returns to its place on this page. */
export function useUndoRemoval(page: number) {
  const client = useQueryClient();
  const restore = useRestoreBookmark();

  async function undo(post: PostSummary, index: number) {
    if (!(await restore(post._id))) {
      return;
    }
    // The server lists it first now; the current page shows it in its old place.
    await client.cancelQueries({ queryKey: queryKey('posts', 'bookmarks') });
    client.setQueryData(bookmarksQuery(page).queryKey, (list) => {
      if (!list || list.bookmarks.some(({ _id }) => _id === post._id)) {
        return list;
      }
      const total = list.total + 1;
      return {
        ...list,
        bookmarks: [
          ...list.bookmarks.slice(0, index),
          { ...post, isBookmarked: true },
          ...list.bookmarks.slice(index),
        ].slice(0, BOOKMARKS_PAGE),
        total,
        totalPages: Math.ceil(total / BOOKMARKS_PAGE),
      };
    });
    await client.invalidateQueries({
      queryKey: queryKey('posts', 'bookmarks'),
      refetchType: 'none',
    });
  }

  return (post: PostSummary, index: number) => {
    toast.success('Bookmark removed', {
      label: 'Undo',
      run: () => void undo(post, index),
    });
  };
}
