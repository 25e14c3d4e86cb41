import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { adminApi } from '../../shared/api/admin-client';
import { unwrap } from '../../shared/api/client';
import { queryKey } from '../../shared/api/query-key';

export const POSTS_PAGE = 20;

const SUBMITTED = { review: 'submitted' } as const;

export const POST_STATUSES = ['published', 'draft'] as const;
export type PostStatus = (typeof POST_STATUSES)[number];

type Filters = {
  search: string;
  status: PostStatus | undefined;
  page: number;
  /** Whether only drafts that wait for a review are listed. */
  isInReview?: boolean;
};

export function postsQuery({ search, status, page, isInReview = false }: Filters) {
  const query = {
    page,
    limit: POSTS_PAGE,
    ...(search !== '' && { search }),
    ...(status && { status }),
    ...(isInReview && SUBMITTED),
  };
  return queryOptions({
    queryKey: queryKey('admin', 'posts', query),
    queryFn: ({ signal }) =>
      unwrap(adminApi.GET('/blogs/admin/blogs', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** The number of drafts that wait for a review. */
export function inReviewQuery() {
  const query = { ...SUBMITTED, page: 1, limit: 1 };
  return queryOptions({
    queryKey: queryKey('admin', 'posts', query),
    queryFn: ({ signal }) =>
      unwrap(adminApi.GET('/blogs/admin/blogs', { params: { query }, signal })),
    select: ({ total }) => total,
  });
}

export function featurePost(id: string, isFeatured: boolean) {
  return unwrap(adminApi.PATCH('/blogs/{id}', { params: { path: { id } }, body: { isFeatured } }));
}

export function deletePost(id: string) {
  return unwrap(adminApi.DELETE('/blogs/{id}', { params: { path: { id } } }));
}
