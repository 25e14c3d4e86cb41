import { queryOptions } from '@tanstack/react-query';

import { adminApi } from '../../shared/api/admin-client';
import { unwrap } from '../../shared/api/client';
import { queryKey } from '../../shared/api/query-key';

/** What a post got in the last days, always as it is now. Another span shows that of the one before until it has come. */
export function analyticsQuery(id: string, days: number) {
  return queryOptions({
    queryKey: queryKey('admin', 'analytics', id, days),
    queryFn: ({ signal }) =>
      unwrap(
        adminApi.GET('/blogs/{id}/analytics', {
          params: { path: { id }, query: { days } },
          signal,
        }),
      ),
    placeholderData: (previous) => (previous?.blog._id === id ? previous : undefined),
    staleTime: 0,
  });
}

/** Returns the days of a post, or the sites that led to it, as a file for spreadsheets. */
export function exportAnalytics(
  id: string,
  days: number,
  table: 'days' | 'referrers',
): Promise<Blob> {
  const params = { path: { id }, query: { days, table } };
  return unwrap(adminApi.GET('/blogs/{id}/analytics/export', { params, parseAs: 'blob' }));
}
