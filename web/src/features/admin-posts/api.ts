import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { adminApi } from '../../shared/api/admin-client';
import { unwrap } from '../../shared/api/client';
import { queryKey } from '../../shared/api/query-key';

export const POSTS_PAGE = 20;

export const POST_STATUSES = ['published', 'draft'] as const;
export type PostStatus = (typeof POST_STATUSES)[number];

type Filters = { search: string; status: PostStatus | undefined; page: number };

export function postsQuery({ search, status, page }: Filters) {
  const query = {
    page,
    limit: POSTS_PAGE,
    ...(search !== '' && { search }),
    ...(status && { status }),
  };
  return queryOptions({
    queryKey: queryKey('admin', 'posts', query),
    queryFn: ({ signal }) =>
      unwrap(adminApi.GET('/blogs/admin/blogs', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

export function featurePost(id: string, isFeatured: boolean) {
  return unwrap(adminApi.PATCH('/blogs/{id}', { params: { path: { id } }, body: { isFeatured } }));
}

export function deletePost(id: string) {
  return unwrap(adminApi.DELETE('/blogs/{id}', { params: { path: { id } } }));
}
