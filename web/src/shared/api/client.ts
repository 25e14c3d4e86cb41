import createClient from 'openapi-fetch';

import { currentSession, endSession } from '../session/session';
import { noteEndedSession } from '../session/ended-session';
import { fetchInTime, withConnectionFault } from './connection';
import { ApiError } from './errors';
import type { paths } from './schema';

// The address is read and fetch is looked up at each call, so that tests can put their own in place.
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
  onResponse({ request, response }) {
    // The token that was sent is no good any more; one that came meanwhile stays (product.md §6).
    const session = currentSession();
    const isOurs = request.headers.get('authorization') === `Bearer ${session?.token ?? ''}`;
    if (response.status === 401 && session && isOurs) {
      noteEndedSession('reader');
      endSession();
    }
    return response;
  },
});

type Answer<Data> = { data?: Data; error?: unknown; response: Response };

/** The data of an answer; a refusal is thrown as an `ApiError`, a lost connection as a `ConnectionError`. */
export async function answered<Data>(call: Promise<Answer<Data>>): Promise<Data> {
  const { data, error, response } = await call.catch((failure: unknown) => {
    throw withConnectionFault(failure);
  });
  if (data === undefined) {
    throw ApiError.from(response, error);
  }
  return data;
}

/** As `answered`; a 401 is asked again in the way that needs no account (product.md §6). */
export async function answeredOrPublic<Data>(
  call: () => Promise<Answer<Data>>,
  publicCall: () => Promise<Answer<Data>>,
): Promise<Data> {
  try {
    return await answered(call());
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) {
      return answered(publicCall());
    }
    throw error;
  }
}
