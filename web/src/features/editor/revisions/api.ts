import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { adminApi } from '../../../shared/api/admin-client';
import { unwrap } from '../../../shared/api/client';
import { queryKey } from '../../../shared/api/query-key';

export const REVISIONS_PAGE = 20;
/** The most revisions that can be chosen for a comparison. */
export const CHOICES_MAX = 100;

/** The revisions of a post, the newest first. */
export function revisionsQuery(id: string, query: { page: number; limit: number }) {
  return queryOptions({
    queryKey: queryKey('admin', 'revisions', id, query),
    queryFn: ({ signal }) =>
      unwrap(adminApi.GET('/blogs/{id}/revisions', { params: { path: { id }, query }, signal })),
    placeholderData: keepPreviousData,
    // Others write as well.
    staleTime: 0,
  });
}

/** What differs between two revisions; they never change. */
export function comparisonQuery(id: string, from: number, to: number) {
  return queryOptions({
    queryKey: queryKey('admin', 'comparison', id, from, to),
    queryFn: ({ signal }) =>
      unwrap(
        adminApi.GET('/blogs/{id}/revisions/diff', {
          params: { path: { id }, query: { from, to } },
          signal,
        }),
      ),
    staleTime: 0,
  });
}

/** Makes a revision the text of the post, if `present` is still its newest. */
export function restoreRevision(id: string, number: number, present: number) {
  return unwrap(
    adminApi.POST('/blogs/{id}/revisions/{number}/restore', {
      params: { path: { id, number } },
      body: { revision: present },
    }),
  );
}

/** Names a revision; an empty name removes it. */
export function nameRevision(id: string, number: number, name: string) {
  return unwrap(
    adminApi.PATCH('/blogs/{id}/revisions/{number}', {
      params: { path: { id, number } },
      body: { name: name === '' ? null : name },
    }),
  );
}
