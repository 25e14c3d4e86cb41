import { queryOptions } from '@tanstack/react-query';

import { unwrap, api } from '../../shared/api/client';
import { queryKey } from '../../shared/api/query-key';
import type { FinishAnswer, PasskeyAssertion, SecondProof } from '../../shared/api/types';

export type Account = { name: string; email: string; password: string };
export type Reset = { email: string; otp: string; newPassword: string };

export function login(email: string, password: string) {
  return unwrap(api.POST('/auth/login', { body: { email, password } }));
}

/** Completes the login of a reader with a second factor. */
export function completeLogin(ticket: string, proof: SecondProof) {
  return unwrap(api.POST('/auth/login/second', { body: { ticket, ...proof } }));
}

/** Logs a reader in with a passkey alone. */
export function passkeyLogin(body: PasskeyAssertion) {
  return unwrap(api.POST('/auth/passkey/login', { body }));
}

/** Finishes a sign-in by a provider, where nothing else is needed. Done once for each code. */
export function finishQuery(code: string) {
  return queryOptions({
    queryKey: queryKey('finish', code),
    // Not aborted with the page: the server would finish it all the same.
    queryFn: () => finish(code),
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Finishes a sign-in by a provider, with a secret of the account that it is linked to. */
export function finish(
  code: string,
  proof: { password: string } | { otp: string } | null = null,
): Promise<FinishAnswer> {
  return unwrap(api.POST('/auth/finish', { body: { code, ...proof } }));
}

/** Mails a code to the account that a sign-in by a provider is to be linked to. */
export function mailLinkCode(code: string) {
  return unwrap(api.POST('/auth/finish/code', { body: { code } }));
}

export function register(account: Account) {
  return unwrap(api.POST('/auth/register', { body: account }));
}

export function verifyCode(email: string, otp: string) {
  return unwrap(api.POST('/auth/verify-otp', { body: { email, otp } }));
}

export function resendCode(email: string) {
  return unwrap(api.POST('/auth/resend-otp', { body: { email } }));
}

export function sendResetCode(email: string) {
  return unwrap(api.POST('/auth/forgot-password', { body: { email } }));
}

export function undoEmailChange(token: string) {
  return unwrap(api.POST('/auth/undo-email-change', { body: { token } }));
}

export function resetPassword(reset: Reset) {
  return unwrap(api.POST('/auth/reset-password', { body: reset }));
}
