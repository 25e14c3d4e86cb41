import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { adminApi } from '../../shared/api/admin-client';
import { answered } from '../../shared/api/client';
import { ADMIN_KEY } from '../../shared/api/keys';

export const POSTS_PAGE = 20;

export const POST_STATUSES = ['published', 'draft'] as const;
export type PostStatus = (typeof POST_STATUSES)[number];

type Narrowed = { search: string; status: PostStatus | undefined; page: number };

export function postsQuery({ search, status, page }: Narrowed) {
  const query = {
    page,
    limit: POSTS_PAGE,
    ...(search !== '' && { search }),
    ...(status && { status }),
  };
  return queryOptions({
    queryKey: [ADMIN_KEY, 'posts', query],
    queryFn: ({ signal }) =>
      answered(adminApi.GET('/blogs/admin/blogs', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

export function featurePost(id: string, isFeatured: boolean) {
  return answered(
    adminApi.PATCH('/blogs/{id}', { params: { path: { id } }, body: { isFeatured } }),
  );
}

export function deletePost(id: string) {
  return answered(adminApi.DELETE('/blogs/{id}', { params: { path: { id } } }));
}
