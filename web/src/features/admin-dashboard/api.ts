import { queryOptions } from '@tanstack/react-query';

import { adminApi } from '../../shared/api/admin-client';
import { unwrap } from '../../shared/api/client';
import { queryKey } from '../../shared/api/query-key';

export const DASHBOARD_LIST = 4;
const REFRESH_MS = 30_000;

/**
 * The query of the whole dashboard: three requests in parallel, on load and every 30 s (product.md §7 and §9). The one
 * for readers is left out without `withReaders`.
 */
export function dashboardQuery(withReaders: boolean) {
  return queryOptions({
    queryKey: queryKey('admin', 'dashboard', withReaders),
    queryFn: async ({ signal }) => {
      try {
        return await fetchDashboard(withReaders, signal);
      } catch (error) {
        if (!signal.aborted) {
          console.error('The dashboard could not be fetched', error);
        }
        throw error;
      }
    },
    staleTime: 0,
    retry: false,
    refetchInterval: REFRESH_MS,
  });
}

async function fetchDashboard(withReaders: boolean, signal: AbortSignal) {
  const params = { query: { limit: DASHBOARD_LIST } };
  const [{ stats }, { blogs: posts }, readers] = await Promise.all([
    unwrap(adminApi.GET('/blogs/analytics/views', { signal })),
    unwrap(adminApi.GET('/blogs/admin/blogs', { params, signal })),
    withReaders ? unwrap(adminApi.GET('/users', { params, signal })) : null,
  ]);
  return { stats, posts, readers };
}
