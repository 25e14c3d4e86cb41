import { infiniteQueryOptions } from '@tanstack/react-query';

import { answered, api } from '../../shared/api/client';
import type { Comment } from '../../shared/api/types';
import type { MarkState } from '../../shared/marks/press';

/** As many as a blog carries along, so that the second page begins where those end. */
export const COMMENTS_PAGE = 50;

/** The comments after the newest 50; a page is fetched when somebody asks for it. */
export function olderCommentsQuery(blogId: string) {
  return infiniteQueryOptions({
    queryKey: ['comments', blogId],
    queryFn: ({ pageParam, signal }) =>
      answered(
        api.GET('/blogs/{id}/comments', {
          params: { path: { id: blogId }, query: { page: pageParam, limit: COMMENTS_PAGE } },
          signal,
        }),
      ),
    initialPageParam: 2,
    getNextPageParam: (last) => (last.page < last.totalPages ? last.page + 1 : undefined),
    enabled: false,
  });
}

export async function addComment(blogId: string, content: string): Promise<Comment> {
  const { comment } = await answered(
    api.POST('/blogs/{id}/comments', { params: { path: { id: blogId } }, body: { content } }),
  );
  return comment;
}

export async function switchCommentLike(commentId: string): Promise<MarkState> {
  const { isLiked, likeCount } = await answered(
    api.POST('/blogs/comments/{commentId}/like', { params: { path: { commentId } } }),
  );
  return { isOn: isLiked, count: likeCount };
}
