import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { adminApi } from '../../shared/api/admin-client';
import { unwrap } from '../../shared/api/client';
import { queryKey } from '../../shared/api/query-key';
import type { TagChange } from '../../shared/api/types';

const PAGE = 20;

/** The tags that posts have or had, the most used first. */
export function managedTagsQuery({ search, page }: { search: string; page: number }) {
  const query = { ...(search !== '' && { search }), page, limit: PAGE };
  return queryOptions({
    queryKey: queryKey('admin', 'tags', query),
    queryFn: ({ signal }) => unwrap(adminApi.GET('/admin/tags', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

export function changeTag(slug: string, body: TagChange) {
  return unwrap(adminApi.PATCH('/tags/{slug}', { params: { path: { slug } }, body }));
}

/** Merges a tag into the one with this name or slug. */
export function mergeTag(slug: string, into: string) {
  return unwrap(
    adminApi.POST('/tags/{slug}/merge', { params: { path: { slug } }, body: { into } }),
  );
}
