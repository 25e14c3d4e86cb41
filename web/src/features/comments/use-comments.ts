import { useInfiniteQuery } from '@tanstack/react-query';

import type { Comment } from '../../shared/api/types';
import { olderCommentsQuery } from './api';

/** The loaded comments, newest first, and a function that loads more. */
export function useComments(postId: string, newest: readonly Comment[], total: number) {
  const { data, hasNextPage, fetchNextPage, isFetching, isError } = useInfiniteQuery(
    olderCommentsQuery(postId),
  );
  const older = data?.pages.flatMap((page) => page.comments) ?? [];
  return {
    comments: withoutDuplicates([...newest, ...older]),
    pagesLoaded: data?.pages.length ?? 0,
    hasMore: data ? hasNextPage : total > newest.length,
    loadMore: () => fetchNextPage(),
    isLoading: isFetching,
    hasFailed: isError,
  };
}

/** Removes duplicates: a comment added meanwhile shifts the pages by one. */
function withoutDuplicates(comments: readonly Comment[]): Comment[] {
  return [...new Map(comments.map((comment) => [comment._id, comment])).values()];
}
