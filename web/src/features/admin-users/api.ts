import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { adminApi } from '../../shared/api/admin-client';
import { unwrap } from '../../shared/api/client';
import { queryKey } from '../../shared/api/query-key';

export const USERS_PAGE = 20;
export const BAN_REASON_LENGTH_MAX = 500;

export const USER_STATUSES = ['active', 'banned'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

type Filters = { search: string; status: UserStatus | undefined; page: number };

export function usersQuery({ search, status, page }: Filters) {
  const query = {
    page,
    limit: USERS_PAGE,
    ...(search !== '' && { search }),
    ...(status && { status }),
  };
  return queryOptions({
    queryKey: queryKey('admin', 'users', query),
    queryFn: ({ signal }) => unwrap(adminApi.GET('/admin/users', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

export function banUser(id: string, banReason: string) {
  return unwrap(
    adminApi.PATCH('/admin/users/{id}/ban', {
      params: { path: { id } },
      body: { isBanned: true, banReason },
    }),
  );
}

export function unbanUser(id: string) {
  return unwrap(
    adminApi.PATCH('/admin/users/{id}/ban', {
      params: { path: { id } },
      body: { isBanned: false },
    }),
  );
}
