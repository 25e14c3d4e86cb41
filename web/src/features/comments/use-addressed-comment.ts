import { useEffect } from 'react';
import { useLocation } from 'react-router';

import type { useComments } from './use-comments';

const PREFIX = '#comment-';
/** The limit of the search for a comment that may be deleted. */
const PAGES_MAX = 20;

/** Returns the id of the comment in the hash; loads older comments until it is found, and scrolls to it. */
export function useAddressedComment(list: ReturnType<typeof useComments>): string | undefined {
  const { hash, key } = useLocation();
  const id = hash.startsWith(PREFIX) ? hash.slice(PREFIX.length) : undefined;
  const isShown = list.comments.some((comment) => comment._id === id);
  const mustLoad =
    id !== undefined &&
    !isShown &&
    list.hasMore &&
    !list.isLoading &&
    !list.hasFailed &&
    list.pagesLoaded < PAGES_MAX;
  const { loadMore } = list;

  useEffect(() => {
    if (mustLoad) {
      void loadMore();
    }
  }, [mustLoad, loadMore]);

  useEffect(() => {
    if (isShown) {
      document.getElementById(hash.slice(1))?.scrollIntoView({ block: 'center' });
    }
  }, [isShown, hash, key]);

  return id;
}
