import { infiniteQueryOptions, queryOptions, skipToken } from '@tanstack/react-query';

import { signedInApi } from '../../shared/api/admin-client';
import { unwrap, api } from '../../shared/api/client';
import { fetchWithin } from '../../shared/api/connection';
import { queryKey } from '../../shared/api/query-key';
import type { Confirmation, ProfileImage, User } from '../../shared/api/types';
import { updateUser } from '../../shared/session/session';

export const COMMENTS_PAGE = 20;
export const NOTE_LENGTH_MAX = 500;
/** Somebody may have written very much. */
const EXPORT_TIMEOUT_MS = 600_000;

export type ProfileChanges = {
  name?: string;
  email?: string;
  /** Required for a new email. */
  currentPassword?: string;
  hideEmail?: boolean;
  bio?: string;
  socialLinks?: { website: string; github: string; linkedin: string; x: string };
};

export function profileQuery(id: string) {
  return queryOptions({
    queryKey: queryKey('users', 'profile', id),
    queryFn: ({ signal }) =>
      unwrap(signedInApi().GET('/users/profile/{id}', { params: { path: { id } }, signal })),
  });
}

/** The query of the reader's own profile; it updates the session as well. */
export function ownProfileQuery(id: string) {
  return queryOptions({
    queryKey: queryKey('users', 'own-profile', id),
    queryFn: async ({ signal }) => {
      const user = await unwrap(
        api.GET('/users/profile/{id}', { params: { path: { id } }, signal }),
      );
      updateUser(user);
      return user;
    },
    staleTime: 0,
    enabled: id !== '',
  });
}

/** The response is a bare array: a page that is not full is the last one. */
export function userCommentsQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: queryKey('comments', 'by-user', id),
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        signedInApi().GET('/users/{id}/comments', {
          params: { path: { id }, query: { page: pageParam, limit: COMMENTS_PAGE } },
          signal,
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) => (last.length < COMMENTS_PAGE ? undefined : page + 1),
  });
}

/** Returns what is stored about the reader as a zip archive. */
export function exportData(id: string, body: Confirmation): Promise<Blob> {
  return unwrap(
    api.POST('/users/{id}/export', {
      params: { path: { id } },
      body,
      parseAs: 'blob',
      fetch: (request: Request) => fetchWithin(request, EXPORT_TIMEOUT_MS),
    }),
  );
}

export async function changeProfile(id: string, changes: ProfileChanges): Promise<User> {
  const { user } = await unwrap(
    api.PATCH('/users/{id}/profile', { params: { path: { id } }, body: changes }),
  );
  return user;
}

export async function changePicture(id: string, picture: ProfileImage): Promise<ProfileImage> {
  const { profileImage } = await unwrap(
    api.PATCH('/users/{id}/profile-picture', {
      params: { path: { id } },
      body: { profileImage: picture },
    }),
  );
  return profileImage;
}

export function changePassword(id: string, currentPassword: string, newPassword: string) {
  return unwrap(
    api.PUT('/users/{id}/password', {
      params: { path: { id } },
      body: { currentPassword, newPassword },
    }),
  );
}

export function logOutEverywhere() {
  return unwrap(api.POST('/auth/logout-all'));
}

export function deleteAccount(id: string, password: string) {
  return unwrap(api.DELETE('/users/{id}', { params: { path: { id } }, body: { password } }));
}

/** Whether the reader's request to write is pending, as far as this visit has learned: the server says it to a second one. */
export function requestPendingQuery(id: string) {
  return queryOptions<boolean>({
    queryKey: queryKey('users', 'request-to-write', id),
    queryFn: skipToken,
    initialData: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

/** Asks the staff to let the reader write. */
export function requestToWrite(id: string, note: string) {
  return unwrap(
    api.POST('/users/{id}/author-request', { params: { path: { id } }, body: { note } }),
  );
}
