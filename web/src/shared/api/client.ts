import createClient from 'openapi-fetch';

import { currentSession, readerSession } from '../session/session';
import { fetchInTime, withConnectionFault } from './connection';
import { ApiError } from './errors';
import { expireSession } from './expire-session';
import type { paths } from './schema';

// The address is read and fetch is looked up on each call, so that tests can replace them.
export const api = createClient<paths>({
  baseUrl: `${window.location.origin}/api`,
  fetch: fetchInTime,
});

api.use({
  onRequest({ request }) {
    const session = currentSession();
    if (session && !request.headers.has('authorization')) {
      request.headers.set('authorization', `Bearer ${session.token}`);
    }
    return request;
  },
});
api.use(expireSession(readerSession));

type ApiResult<Data> = { data?: Data; error?: unknown; response: Response };

/** Returns the data of a response. Throws an `ApiError` for an error response, a `ConnectionError` without one. */
export async function unwrap<Data>(call: Promise<ApiResult<Data>>): Promise<Data> {
  const { data, error, response } = await call.catch((reason: unknown) => {
    throw withConnectionFault(reason);
  });
  if (data === undefined) {
    throw ApiError.from(response, error);
  }
  return data;
}

/** `unwrap`, with a second, public request after a 401 (product.md §6). */
export async function unwrapOrPublic<Data>(
  call: () => Promise<ApiResult<Data>>,
  publicCall: () => Promise<ApiResult<Data>>,
): Promise<Data> {
  try {
    return await unwrap(call());
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) {
      return unwrap(publicCall());
    }
    throw error;
  }
}
