import type { Middleware } from 'openapi-fetch';

import { isRecord } from '../is-record';
import { setSecondFactorDemanded } from '../session/second-factor-demand';
import type { ErrorCode } from './types';

const FORBIDDEN = 403;
const ROLE_NOT_ALLOWED: ErrorCode = 'role_not_allowed';
const SECOND_FACTOR_REQUIRED: ErrorCode = 'second_factor_required';

/**
 * Calls `refresh` when the server refuses the role of an account: it may have changed since it was stored here. Notes when
 * the server demands a second factor first.
 */
export function followRole(refresh: () => Promise<void>): Middleware {
  return {
    async onResponse({ response }) {
      const code = response.status === FORBIDDEN && (await codeOf(response.clone()));
      if (code === ROLE_NOT_ALLOWED) {
        void refresh();
      } else if (code === SECOND_FACTOR_REQUIRED) {
        setSecondFactorDemanded(true);
      }
      return response;
    },
  };
}

async function codeOf(response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch(() => null);
  return isRecord(body) && body['code'];
}
