import { useQuery } from '@tanstack/react-query';

import type { AccountKind } from '../../shared/session/ended-session';
import { passkeysQuery, secondFactorQuery } from './api';

/** What an account has beside its password. */
export type Factors = { hasApp: boolean; hasPasskey: boolean };

/** Returns the second factors of an account, `data` once all of them are known. */
export function useFactors(kind: AccountKind) {
  const app = useQuery(secondFactorQuery(kind));
  const passkeys = useQuery(passkeysQuery(kind));
  const data = app.data &&
    passkeys.data && {
      app: app.data,
      passkeys: passkeys.data,
      factors: { hasApp: app.data.enabled, hasPasskey: passkeys.data.passkeys.length > 0 },
    };
  return {
    data,
    error: app.error ?? passkeys.error,
    refresh: async () => {
      await Promise.all([app.refetch(), passkeys.refetch()]);
    },
  };
}
