import { queryOptions } from '@tanstack/react-query';

import { adminApi } from '../../shared/api/admin-client';
import { unwrap } from '../../shared/api/client';
import { queryKey } from '../../shared/api/query-key';

const REFRESH_MS = 30_000;

/** The numbers of comments that wait for a moderator, and the level of the spam rules. */
export function moderationQuery() {
  return queryOptions({
    queryKey: queryKey('admin', 'moderation'),
    queryFn: async ({ signal }) => {
      const params = { query: { limit: 1 } };
      const [{ totals }, { rules }] = await Promise.all([
        unwrap(adminApi.GET('/admin/comments', { params, signal })),
        unwrap(adminApi.GET('/admin/spam-rules', { signal })),
      ]);
      return { held: totals.held, reported: totals.reported, level: rules.level };
    },
    staleTime: 0,
    retry: false,
    refetchInterval: REFRESH_MS,
  });
}
