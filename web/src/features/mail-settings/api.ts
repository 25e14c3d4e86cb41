import { queryOptions } from '@tanstack/react-query';

import { adminApi } from '../../shared/api/admin-client';
import { unwrap, api } from '../../shared/api/client';
import { queryKey } from '../../shared/api/query-key';
import type { MailHow } from '../../shared/api/types';
import type { AccountKind } from '../../shared/session/ended-session';
import type { MailKind } from './kinds';

/** An account that is signed in. */
export type MailAccount = { kind: AccountKind; id: string };

export function preferencesQuery({ kind, id }: MailAccount) {
  return queryOptions({
    queryKey: queryKey('mail-preferences', kind, id),
    queryFn: ({ signal }) =>
      unwrap(clientOf(kind).GET('/users/{id}/preferences', { params: { path: { id } }, signal })),
    // A link in a mail may have changed them.
    staleTime: 0,
  });
}

/** Changes how the mails of a kind come; returns all preferences. */
export function setPreference({ kind, id }: MailAccount, mail: MailKind, how: MailHow) {
  return unwrap(
    clientOf(kind).PUT('/users/{id}/preferences', {
      params: { path: { id } },
      body: { preferences: { [mail]: how } },
    }),
  );
}

function clientOf(kind: AccountKind) {
  return kind === 'admin' ? adminApi : api;
}
