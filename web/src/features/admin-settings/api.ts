import { queryOptions } from '@tanstack/react-query';

import { adminApi } from '../../shared/api/admin-client';
import { answered } from '../../shared/api/client';
import { ADMIN_KEY } from '../../shared/api/keys';

export type AdminProfile = { username: string; email: string };
/** The password is needed for a new email. */
export type AdminChanges = AdminProfile & { currentPassword?: string };

export function settingsQuery() {
  return queryOptions({
    queryKey: [ADMIN_KEY, 'settings'],
    queryFn: async ({ signal }) =>
      (await answered(adminApi.GET('/admin/settings/profile', { signal }))).admin,
    staleTime: 0,
  });
}

export async function changeAdminProfile(body: AdminChanges) {
  return (await answered(adminApi.PUT('/admin/settings/profile', { body }))).admin;
}

/** Gives the token to go on with: all earlier ones have ended. */
export async function changeAdminPassword(currentPassword: string, newPassword: string) {
  const body = { currentPassword, newPassword };
  return (await answered(adminApi.PUT('/admin/settings/password', { body }))).token;
}

/** Gives the administrator with the new address, and the token to go on with. */
export function verifyAdminEmail(otp: string) {
  return answered(adminApi.POST('/admin/settings/verify-email', { body: { otp } }));
}

export function resendAdminCode() {
  return answered(adminApi.POST('/admin/settings/resend-code'));
}

export function logOutAdminEverywhere() {
  return answered(adminApi.POST('/admin/logout-all'));
}
