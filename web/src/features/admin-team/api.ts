import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { adminApi } from '../../shared/api/admin-client';
import { unwrap } from '../../shared/api/client';
import { queryKey } from '../../shared/api/query-key';
import type { NewApiKey, Role, TeamMember } from '../../shared/api/types';

export const TEAM_PAGE = 20;
/** The most that the server lists at once. */
const PAGE_MAX = 100;

export function teamQuery(page: number) {
  const query = { page, limit: TEAM_PAGE };
  return queryOptions({
    queryKey: queryKey('admin', 'team', query),
    queryFn: ({ signal }) => unwrap(adminApi.GET('/admin/team', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** All members of the staff as they are now: any of them can become the author of the posts of one who leaves. */
export function wholeTeamQuery() {
  return queryOptions({
    queryKey: queryKey('admin', 'team', { limit: 'none' }),
    queryFn: async ({ signal }) => {
      const members: TeamMember[] = [];
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const query = { page, limit: PAGE_MAX };
        const list = await unwrap(adminApi.GET('/admin/team', { params: { query }, signal }));
        members.push(...list.members);
        pages = list.totalPages;
      }
      return members;
    },
    staleTime: 0,
  });
}

export function changeRole(id: string, role: Role) {
  return unwrap(adminApi.PATCH('/admin/team/{id}', { params: { path: { id } }, body: { role } }));
}

/** Removes a member of the staff; without `postsTo` their posts have no author. */
export function removeMember(id: string, postsTo: string | null) {
  return unwrap(
    adminApi.DELETE('/admin/team/{id}', {
      params: { path: { id }, ...(postsTo !== null && { query: { postsTo } }) },
    }),
  );
}

export function invitesQuery(page: number) {
  const query = { page, limit: TEAM_PAGE };
  return queryOptions({
    queryKey: queryKey('admin', 'invites', page),
    queryFn: ({ signal }) => unwrap(adminApi.GET('/admin/invites', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** Mails an invitation, which replaces an earlier one and ends a request to write. */
export function invite(email: string, role: Role) {
  return unwrap(adminApi.POST('/admin/invites', { body: { email, role } }));
}

export function withdrawInvite(id: string) {
  return unwrap(adminApi.DELETE('/admin/invites/{id}', { params: { path: { id } } }));
}

export function authorRequestsQuery(page: number) {
  const query = { page, limit: TEAM_PAGE };
  return queryOptions({
    queryKey: queryKey('admin', 'author-requests', page),
    queryFn: ({ signal }) =>
      unwrap(adminApi.GET('/admin/author-requests', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

export function declineRequest(id: string) {
  return unwrap(adminApi.DELETE('/admin/author-requests/{id}', { params: { path: { id } } }));
}

export function apiKeysQuery(page: number) {
  const query = { page, limit: TEAM_PAGE };
  return queryOptions({
    queryKey: queryKey('admin', 'api-keys', page),
    queryFn: ({ signal }) => unwrap(adminApi.GET('/admin/api-keys', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** Makes a key. The response alone contains it. */
export function createApiKey(body: NewApiKey) {
  return unwrap(adminApi.POST('/admin/api-keys', { body }));
}

export function revokeApiKey(id: string) {
  return unwrap(adminApi.DELETE('/admin/api-keys/{id}', { params: { path: { id } } }));
}
