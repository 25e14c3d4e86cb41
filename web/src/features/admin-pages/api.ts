import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { adminApi } from '../../shared/api/admin-client';
import { unwrap } from '../../shared/api/client';
import { queryKey } from '../../shared/api/query-key';

const PAGES = 20;

/** All static pages, the latest change first. */
export function managedPagesQuery(page: number) {
  return queryOptions({
    queryKey: queryKey('admin', 'pages', page),
    queryFn: ({ signal }) =>
      unwrap(adminApi.GET('/admin/pages', { params: { query: { page, limit: PAGES } }, signal })),
    placeholderData: keepPreviousData,
  });
}

export function deletePage(id: string) {
  return unwrap(adminApi.DELETE('/admin/pages/{id}', { params: { path: { id } } }));
}
