import { unwrap, api } from '../../shared/api/client';
import type { Admin, PasskeyAssertion, SecondProof } from '../../shared/api/types';

export type Credentials = { email: string; password: string };
export type NewAdmin = Credentials & { username: string; masterPassword: string };

/** What shows that an invitation is theirs: the secret of its link, or the code of a sign-in by a provider. */
export type InvitationProof = { token: string } | { code: string };
export type NewMember = InvitationProof & { username: string; password: string };
export type Joined = { message: string; token: string; admin: Admin };

export function logIn(body: Credentials) {
  return unwrap(api.POST('/admin/login', { body, credentials: 'include' }));
}

/** Completes the login of an administrator with a second factor. */
export function completeLogIn(ticket: string, proof: SecondProof) {
  const body = { ticket, ...proof };
  return unwrap(api.POST('/admin/login/second', { body, credentials: 'include' }));
}

/** Logs an administrator in with a passkey alone. */
export function passkeyLogIn(body: PasskeyAssertion) {
  return unwrap(api.POST('/admin/passkey/login', { body, credentials: 'include' }));
}

export function signUp(body: NewAdmin) {
  return unwrap(api.POST('/admin/signup', { body, credentials: 'include' }));
}

/** Uses an invitation up. Returns the new administrator, signed in. */
export function join(body: NewMember): Promise<Joined> {
  return unwrap(api.POST('/admin/join', { body }));
}
