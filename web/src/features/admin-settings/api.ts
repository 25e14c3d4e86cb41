import { queryOptions } from '@tanstack/react-query';

import { adminApi } from '../../shared/api/admin-client';
import { answered } from '../../shared/api/client';
import { ADMIN_KEY } from '../../shared/api/keys';

export type AdminProfile = { username: string; email: string };

export function settingsQuery() {
  return queryOptions({
    queryKey: [ADMIN_KEY, 'settings'],
    queryFn: async ({ signal }) =>
      (await answered(adminApi.GET('/admin/settings/profile', { signal }))).admin,
    staleTime: 0,
  });
}

export async function changeAdminProfile(body: AdminProfile) {
  return (await answered(adminApi.PUT('/admin/settings/profile', { body }))).admin;
}

/** Gives the token to go on with: all earlier ones have ended. */
export async function changeAdminPassword(currentPassword: string, newPassword: string) {
  const body = { currentPassword, newPassword };
  return (await answered(adminApi.PUT('/admin/settings/password', { body }))).token;
}
