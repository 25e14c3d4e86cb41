import { queryOptions } from '@tanstack/react-query';

import { adminApi } from '../../shared/api/admin-client';
import { unwrap } from '../../shared/api/client';
import { queryKey } from '../../shared/api/query-key';
import type { AuthorProfileChange } from '../../shared/api/types';

export type AdminProfile = { username: string; email: string };
/** The password is required for a new email. */
export type AdminChanges = AdminProfile & { currentPassword?: string };

export function settingsQuery() {
  return queryOptions({
    queryKey: queryKey('admin', 'settings'),
    queryFn: async ({ signal }) =>
      (await unwrap(adminApi.GET('/admin/settings/profile', { signal }))).admin,
    staleTime: 0,
  });
}

/** What the caller says of themselves on their page as an author. */
export function ownAuthorQuery() {
  return queryOptions({
    queryKey: queryKey('admin', 'author-profile'),
    queryFn: async ({ signal }) =>
      (await unwrap(adminApi.GET('/admin/settings/author', { signal }))).author,
  });
}

export async function setOwnAuthor(body: AuthorProfileChange) {
  return (await unwrap(adminApi.PUT('/admin/settings/author', { body }))).author;
}

export async function changeAdminProfile(body: AdminChanges) {
  return (await unwrap(adminApi.PUT('/admin/settings/profile', { body }))).admin;
}

/** Changes the password. Returns a new token: all earlier ones are revoked. */
export async function changeAdminPassword(currentPassword: string, newPassword: string) {
  const body = { currentPassword, newPassword };
  return (await unwrap(adminApi.PUT('/admin/settings/password', { body }))).token;
}

/** Verifies the new email. Returns the administrator and a new token. */
export function verifyAdminEmail(otp: string) {
  return unwrap(adminApi.POST('/admin/settings/verify-email', { body: { otp } }));
}

export function resendAdminCode() {
  return unwrap(adminApi.POST('/admin/settings/resend-code'));
}

export function logOutAdminEverywhere() {
  return unwrap(adminApi.POST('/admin/logout-all'));
}
