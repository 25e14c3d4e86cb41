import { useEffect } from 'react';
import { useLocation } from 'react-router';

import type { useComments } from './use-comments';

const PREFIX = '#comment-';
/** An address of a comment that is gone must not fetch for ever. */
const MOST_PAGES = 20;

/** The comment that the address names: loaded however old it is, and scrolled to. */
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
    list.pagesLoaded < MOST_PAGES;
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
