import { type QueryClient, keepPreviousData, queryOptions } from '@tanstack/react-query';

import { adminApi } from '../../shared/api/admin-client';
import { unwrap, api } from '../../shared/api/client';
import { queryKey } from '../../shared/api/query-key';
import type { AccountKind } from '../../shared/session/ended-session';

export const NOTICES_PAGE = 20;

/** The notices to mark as read: by their ids, or all until a time. */
export type ReadNotices = { ids: string[] } | { before: string };

/** The number of unread notices of the signed-in account of a kind. */
export function unreadQuery(kind: AccountKind) {
  return queryOptions({
    queryKey: queryKey('notices', kind, 'count'),
    queryFn: async ({ signal }) =>
      (await unwrap(clientOf(kind).GET('/notifications/count', { signal }))).unread,
  });
}

export function noticesQuery(kind: AccountKind, isUnreadOnly: boolean, page: number) {
  const query = { page, limit: NOTICES_PAGE, ...(isUnreadOnly && { unread: true }) };
  return queryOptions({
    queryKey: queryKey('notices', kind, 'list', query),
    queryFn: ({ signal }) =>
      unwrap(clientOf(kind).GET('/notifications', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    // Others cause notices at any time.
    staleTime: 0,
  });
}

/** Marks notices as read, and shows the number of those that are left. */
export async function markRead(
  client: QueryClient,
  kind: AccountKind,
  read: ReadNotices,
): Promise<void> {
  const { unread } = await unwrap(clientOf(kind).POST('/notifications/read', { body: read }));
  client.setQueryData(unreadQuery(kind).queryKey, unread);
  await client.invalidateQueries({ queryKey: queryKey('notices', kind, 'list') });
}

function clientOf(kind: AccountKind) {
  return kind === 'admin' ? adminApi : api;
}
