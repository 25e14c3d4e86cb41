import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  skipToken,
} from '@tanstack/react-query';

import { unwrap, api } from '../../shared/api/client';
import { bootstrapOptions, bootstrapped } from '../../shared/api/bootstrap-data';
import { queryKey } from '../../shared/api/query-key';
import type { PostSummary } from '../../shared/api/types';
import type { MarkState } from '../../shared/marks/toggle-queue';

export type Sort = 'newest' | 'oldest' | 'mostLiked';

/** A page of threads, twenty of them. */
export function threadsQuery(
  { _id: id, slug }: Pick<PostSummary, '_id' | 'slug'>,
  sort: Sort,
  page: number,
) {
  const list = `comments?view=threads&sort=${sort}&page=${page}`;
  return queryOptions({
    queryKey: queryKey('comments', 'threads', id, sort, page),
    queryFn: async ({ signal }) => {
      const { comments, ...rest } = await unwrap(
        api.GET('/blogs/{id}/comments', {
          params: { path: { id }, query: { view: 'threads', sort, page } },
          signal,
        }),
      );
      return { ...rest, comments: comments.map((root) => ({ replies: [], ...root })) };
    },
    ...bootstrapOptions(
      () =>
        bootstrapped('ThreadsResponse', `/blogs/${id}/${list}`) ??
        bootstrapped('ThreadsResponse', `/blogs/${slug}/${list}`),
    ),
    placeholderData: keepPreviousData,
  });
}

/** All comments of a thread but the first one, from a page on. */
export function repliesQuery(rootId: string, firstPage: number) {
  return infiniteQueryOptions({
    queryKey: queryKey('comments', 'replies', rootId, firstPage),
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.GET('/blogs/comments/{commentId}/replies', {
          params: { path: { commentId: rootId }, query: { page: pageParam } },
          signal,
        }),
      ),
    initialPageParam: firstPage,
    getNextPageParam: ({ page, totalPages }) => (page < totalPages ? page + 1 : undefined),
    ...bootstrapOptions(() => {
      const address = `/blogs/comments/${rootId}/replies?page=${firstPage}`;
      const first = bootstrapped('RepliesResponse', address);
      return first && { pages: [first], pageParams: [firstPage] };
    }),
  });
}

/** The place of a comment in the threads; null for no comment. */
export function placeQuery(id: string | null, sort: Sort) {
  return queryOptions({
    queryKey: queryKey('comments', 'place', id ?? '', sort),
    queryFn:
      id === null
        ? skipToken
        : ({ signal }) =>
            unwrap(
              api.GET('/blogs/comments/{commentId}', {
                params: { path: { commentId: id }, query: { sort } },
                signal,
              }),
            ),
    ...bootstrapOptions(() =>
      bootstrapped('CommentPlaceResponse', `/blogs/comments/${id ?? ''}?sort=${sort}`),
    ),
  });
}

export async function toggleCommentLike(commentId: string): Promise<MarkState> {
  const { isLiked, likeCount } = await unwrap(
    api.POST('/blogs/comments/{commentId}/like', { params: { path: { commentId } } }),
  );
  return { isOn: isLiked, count: likeCount };
}
