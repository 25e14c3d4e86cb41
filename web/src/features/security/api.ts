import { queryOptions } from '@tanstack/react-query';

import { adminApi } from '../../shared/api/admin-client';
import { api, unwrap } from '../../shared/api/client';
import { queryKey } from '../../shared/api/query-key';
import type { Confirmation, NewPasskey } from '../../shared/api/types';
import { currentAdmin, startAdminSession } from '../../shared/session/admin-session';
import type { AccountKind } from '../../shared/session/ended-session';
import { currentSession, startSession } from '../../shared/session/session';

export function secondFactorQuery(kind: AccountKind) {
  return queryOptions({
    queryKey: queryKey('security', kind, 'second-factor'),
    queryFn: ({ signal }) => unwrap(clientOf(kind).GET('/second-factor', { signal })),
    staleTime: 0,
  });
}

export function sessionsQuery(kind: AccountKind) {
  return queryOptions({
    queryKey: queryKey('security', kind, 'sessions'),
    queryFn: async ({ signal }) =>
      (await unwrap(clientOf(kind).GET('/sessions', { signal }))).sessions,
    staleTime: 0,
  });
}

/** Makes a secret for the authenticator app. */
export function setUpTotp(kind: AccountKind, body: Confirmation) {
  return unwrap(clientOf(kind).POST('/second-factor/totp', { body }));
}

/** Shows that the app has the secret. Returns the recovery codes. */
export async function confirmTotp(kind: AccountKind, code: string) {
  const body = { code };
  return (await unwrap(clientOf(kind).POST('/second-factor/totp/confirm', { body }))).recoveryCodes;
}

export async function renewRecoveryCodes(kind: AccountKind, body: Confirmation) {
  return (await unwrap(clientOf(kind).POST('/second-factor/recovery-codes', { body })))
    .recoveryCodes;
}

export function removeSecondFactor(kind: AccountKind, body: Confirmation) {
  return unwrap(clientOf(kind).DELETE('/second-factor', { body }));
}

export function passkeysQuery(kind: AccountKind) {
  return queryOptions({
    queryKey: queryKey('security', kind, 'passkeys'),
    queryFn: ({ signal }) => unwrap(clientOf(kind).GET('/passkeys', { signal })),
    staleTime: 0,
  });
}

/** Returns what the browser needs to make a passkey. */
export async function passkeyOptions(kind: AccountKind, body: Confirmation) {
  return (await unwrap(clientOf(kind).POST('/passkeys/options', { body }))).publicKey;
}

export function addPasskey(kind: AccountKind, body: NewPasskey) {
  return unwrap(clientOf(kind).POST('/passkeys', { body }));
}

export function renamePasskey(kind: AccountKind, id: string, name: string) {
  const params = { path: { id } };
  return unwrap(clientOf(kind).PATCH('/passkeys/{id}', { params, body: { name } }));
}

export function removePasskey(kind: AccountKind, id: string, body: Confirmation) {
  const params = { path: { id } };
  return unwrap(clientOf(kind).DELETE('/passkeys/{id}', { params, body }));
}

/** The accounts at providers that log the reader in. */
export function identitiesQuery() {
  return queryOptions({
    queryKey: queryKey('security', 'reader', 'identities'),
    queryFn: ({ signal }) => unwrap(api.GET('/identities', { signal })),
    staleTime: 0,
  });
}

export function removeIdentity(id: string, body: Confirmation) {
  return unwrap(api.DELETE('/identities/{id}', { params: { path: { id } }, body }));
}

export function endSession(kind: AccountKind, id: string) {
  return unwrap(clientOf(kind).DELETE('/sessions/{id}', { params: { path: { id } } }));
}

/** Ends all other sessions. This one goes on with the token of the response. */
export async function endOtherSessions(kind: AccountKind) {
  const { message, token } = await unwrap(clientOf(kind).DELETE('/sessions'));
  const [reader, admin] = [currentSession(), currentAdmin()];
  if (kind === 'reader' && reader) {
    startSession(token, reader.account);
  } else if (kind === 'admin' && admin) {
    startAdminSession(token, admin.account);
  }
  return message;
}

function clientOf(kind: AccountKind) {
  return kind === 'admin' ? adminApi : api;
}
