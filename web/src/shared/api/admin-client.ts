import createClient from 'openapi-fetch';

import { adminSession, currentAdmin } from '../session/admin-session';
import { currentSession } from '../session/session';
import { api } from './client';
import { fetchInTime } from './connection';
import { ApiError } from './errors';
import { expireSession } from './expire-session';
import { followRole } from './follow-role';
import type { paths } from './schema';

const UNAUTHORIZED = 401;
const NO_TOKEN = 'No admin token found';
const NO_TOKEN_FOR_COMMENTS = 'No admin token available';

/** The `api` client for administrators: sends their token and ends their session on a 401. */
export const adminApi = createClient<paths>({
  baseUrl: `${window.location.origin}/api`,
  fetch: fetchInTime,
});

adminApi.use({
  onRequest({ request, schemaPath }) {
    const token = adminSession.token();
    if (!token) {
      const isCommentRoute = schemaPath.startsWith('/admin/comments');
      throw new ApiError(UNAUTHORIZED, isCommentRoute ? NO_TOKEN_FOR_COMMENTS : NO_TOKEN);
    }
    request.headers.set('authorization', `Bearer ${token}`);
    return request;
  },
});
adminApi.use(expireSession(adminSession));
adminApi.use(followRole(refreshAdmin));

/** Fetches the administrator of the session again. */
async function refreshAdmin(): Promise<void> {
  const token = adminSession.current()?.token;
  const { data } = await adminApi.GET('/admin/profile').catch(() => ({ data: undefined }));
  if (data && adminSession.current()?.token === token) {
    adminSession.update(data);
  }
}

/** The client for endpoints open to readers and administrators: uses the token of the account that is signed in. */
export function signedInApi() {
  return currentSession() === null && currentAdmin() !== null ? adminApi : api;
}
