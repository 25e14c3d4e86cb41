import { infiniteQueryOptions } from '@tanstack/react-query';

import { unwrap, api } from '../../shared/api/client';
import { queryKey } from '../../shared/api/query-key';
import type { Comment } from '../../shared/api/types';
import type { MarkState } from '../../shared/marks/toggle-queue';

/** The number of comments that a post contains, so that the second page begins after them. */
export const COMMENTS_PAGE = 50;

/** The comments after the newest 50; each page is fetched on request. */
export function olderCommentsQuery(postId: string) {
  return infiniteQueryOptions({
    queryKey: queryKey('comments', 'older', postId),
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.GET('/blogs/{id}/comments', {
          params: { path: { id: postId }, query: { page: pageParam, limit: COMMENTS_PAGE } },
          signal,
        }),
      ),
    initialPageParam: 2,
    getNextPageParam: (last) => (last.page < last.totalPages ? last.page + 1 : undefined),
    enabled: false,
  });
}

export async function addComment(postId: string, content: string): Promise<Comment> {
  const { comment } = await unwrap(
    api.POST('/blogs/{id}/comments', { params: { path: { id: postId } }, body: { content } }),
  );
  return comment;
}

export async function toggleCommentLike(commentId: string): Promise<MarkState> {
  const { isLiked, likeCount } = await unwrap(
    api.POST('/blogs/comments/{commentId}/like', { params: { path: { commentId } } }),
  );
  return { isOn: isLiked, count: likeCount };
}
