import { useQueryClient } from '@tanstack/react-query';

import { BOOKMARKS_KEY } from '../../shared/api/keys';
import type { BlogSummary } from '../../shared/api/types';
import { useRestoreBookmark } from '../../shared/marks/use-blog-marks';
import { toast } from '../../shared/toast';
import { BOOKMARKS_PAGE, bookmarksQuery } from './api';

/** Offers to take back that a bookmark was removed; the post then stands where it stood on this page. */
export function useUndoneRemoval(page: number) {
  const client = useQueryClient();
  const restore = useRestoreBookmark();

  async function undo(blog: BlogSummary, place: number) {
    if (!(await restore(blog._id))) {
      return;
    }
    // The server lists it first now; on the page that is looked at it goes back to its place.
    await client.cancelQueries({ queryKey: [BOOKMARKS_KEY] });
    client.setQueryData(bookmarksQuery(page).queryKey, (list) => {
      if (!list || list.bookmarks.some(({ _id }) => _id === blog._id)) {
        return list;
      }
      const total = list.total + 1;
      return {
        ...list,
        bookmarks: [
          ...list.bookmarks.slice(0, place),
          { ...blog, isBookmarked: true },
          ...list.bookmarks.slice(place),
        ].slice(0, BOOKMARKS_PAGE),
        total,
        totalPages: Math.ceil(total / BOOKMARKS_PAGE),
      };
    });
    await client.invalidateQueries({ queryKey: [BOOKMARKS_KEY], refetchType: 'none' });
  }

  return (blog: BlogSummary, place: number) => {
    toast.success('Bookmark removed', {
      label: 'Undo',
      run: () => void undo(blog, place),
    });
  };
}
