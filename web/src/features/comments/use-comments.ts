import { useInfiniteQuery } from '@tanstack/react-query';

import type { Comment } from '../../shared/api/types';
import { olderCommentsQuery } from './api';

/** The comments shown so far, newest first, and the way to more. */
export function useComments(blogId: string, newest: readonly Comment[], total: number) {
  const { data, hasNextPage, fetchNextPage, isFetching, isError } = useInfiniteQuery(
    olderCommentsQuery(blogId),
  );
  const older = data?.pages.flatMap((page) => page.comments) ?? [];
  return {
    comments: withoutRepeats([...newest, ...older]),
    pagesLoaded: data?.pages.length ?? 0,
    hasMore: data ? hasNextPage : total > newest.length,
    loadMore: () => fetchNextPage(),
    isLoading: isFetching,
    hasFailed: isError,
  };
}

/** A comment written meanwhile moves the others on by one, and the last of a page comes again on the next. */
function withoutRepeats(comments: readonly Comment[]): Comment[] {
  return [...new Map(comments.map((comment) => [comment._id, comment])).values()];
}
