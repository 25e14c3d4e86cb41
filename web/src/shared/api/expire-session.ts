import type { Middleware } from 'openapi-fetch';

import type { SessionStore } from '../session/session-store';

const UNAUTHORIZED = 401;

/** Ends the session whose token the server no longer accepts; a newer session stays (product.md §6). */
export function expireSession<Account>(session: SessionStore<Account>): Middleware {
  return {
    onResponse({ request, response }) {
      const token = session.current()?.token;
      const isCurrent = request.headers.get('authorization') === `Bearer ${token ?? ''}`;
      if (response.status === UNAUTHORIZED && token && isCurrent) {
        session.expire();
      }
      return response;
    },
  };
}
