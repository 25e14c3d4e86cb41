import createClient from 'openapi-fetch';

import { ApiError } from './errors';
import type { paths } from './schema';

// The address is read and fetch is looked up at each call, so that tests can put their own in place.
export const api = createClient<paths>({
  baseUrl: `${window.location.origin}/api`,
  fetch: (request) => globalThis.fetch(request),
});

type Answer<Data> = { data?: Data; error?: unknown; response: Response };

/** The data of an answer; a refusal is thrown as an `ApiError`. */
export async function answered<Data>(call: Promise<Answer<Data>>): Promise<Data> {
  const { data, error, response } = await call;
  if (data === undefined) {
    throw ApiError.from(response.status, error);
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
