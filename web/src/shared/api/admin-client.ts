import createClient from 'openapi-fetch';

import { adminToken, currentAdmin, endAdminSession } from '../session/admin-session';
import { currentSession } from '../session/session';
import { noteEndedSession } from '../session/ended-session';
import { api } from './client';
import { fetchInTime } from './connection';
import { ApiError } from './errors';
import type { paths } from './schema';

const UNAUTHORIZED = 401;
const NO_TOKEN = 'No admin token found';
const NO_TOKEN_FOR_COMMENTS = 'No admin token available';

/** As `api`, for the administrators' calls: with their token, and ending their session when it is refused. */
export const adminApi = createClient<paths>({
  baseUrl: `${window.location.origin}/api`,
  fetch: fetchInTime,
});

adminApi.use({
  onRequest({ request, schemaPath }) {
    const token = adminToken();
    if (!token) {
      const isOfComments = schemaPath.startsWith('/admin/comments');
      throw new ApiError(UNAUTHORIZED, isOfComments ? NO_TOKEN_FOR_COMMENTS : NO_TOKEN);
    }
    request.headers.set('authorization', `Bearer ${token}`);
    return request;
  },
  onResponse({ request, response }) {
    const session = currentAdmin();
    const isOurs = request.headers.get('authorization') === `Bearer ${session?.token ?? ''}`;
    if (response.status === UNAUTHORIZED && session && isOurs) {
      noteEndedSession('admin');
      endAdminSession();
    }
    return response;
  },
});

/** What readers and administrators may both see: asked with the token of whoever is signed in. */
export function signedInApi() {
  return currentSession() === null && currentAdmin() !== null ? adminApi : api;
}
