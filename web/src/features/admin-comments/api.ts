import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { adminApi } from '../../shared/api/admin-client';
import { unwrap } from '../../shared/api/client';
import { queryKey } from '../../shared/api/query-key';

export const COMMENTS_PAGE = 20;

export function commentsQuery({ search, page }: { search: string; page: number }) {
  const query = { page, limit: COMMENTS_PAGE, ...(search !== '' && { search }) };
  return queryOptions({
    queryKey: queryKey('admin', 'comments', query),
    queryFn: ({ signal }) => unwrap(adminApi.GET('/admin/comments', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

export function deleteComment(id: string) {
  return unwrap(adminApi.DELETE('/admin/comments/{id}', { params: { path: { id } } }));
}
