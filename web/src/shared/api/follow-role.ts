import type { Middleware } from 'openapi-fetch';

import { isRecord } from '../is-record';
import type { ErrorCode } from './types';

const FORBIDDEN = 403;
const ROLE_NOT_ALLOWED: ErrorCode = 'role_not_allowed';

/** Calls `refresh` when the server refuses the role of an account: it may have changed since it was stored here. */
export function followRole(refresh: () => Promise<void>): Middleware {
  return {
    async onResponse({ response }) {
      if (response.status === FORBIDDEN && (await isRefusalOfRole(response.clone()))) {
        void refresh();
      }
      return response;
    },
  };
}

async function isRefusalOfRole(response: Response): Promise<boolean> {
  const body: unknown = await response.json().catch(() => null);
  return isRecord(body) && body['code'] === ROLE_NOT_ALLOWED;
}
