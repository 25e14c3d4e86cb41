import { ApiError } from '../../shared/api/errors';
import type { ErrorCode } from '../../shared/api/types';

export const LOGIN_TEXTS = { submit: 'Login', busy: 'Logging in...', failure: 'Failed to login' };

/** Why a provider has signed nobody in, by the names in the address to which the server leads. */
export const PROVIDER_FAILURES: ReadonlyMap<string, string> = new Map([
  ['cancelled', 'You are not logged in: the other site says that you cancelled it.'],
  [
    'expired',
    'This login took too long, was used already, or began in another browser. Please try again.',
  ],
  ['unavailable', 'The other site does not respond at the moment. Please try again later.'],
  ['refused', 'The other site could not confirm who you are. Please try again.'],
  ['unverified', 'The other site has not verified your email address. Please do that there first.'],
  ['domain', 'Your email address there is of a domain that cannot log in here in this way.'],
]);

type Rewording = { code: ErrorCode; field: string; message: string };

/** Errors of the server about accounts, with their field and the text that the pages show (product.md §8). */
const REWORDED: readonly Rewording[] = [
  {
    code: 'email_not_registered',
    field: 'email',
    message: 'No account found with this email',
  },
  { code: 'incorrect_password', field: 'password', message: 'Invalid password' },
  {
    code: 'email_taken',
    field: 'email',
    message: 'An account with this email already exists',
  },
];

export function rewordError(error: unknown): unknown {
  const entry =
    error instanceof ApiError ? REWORDED.find(({ code }) => code === error.code) : undefined;
  if (!(error instanceof ApiError) || !entry) {
    return error;
  }
  const { code, field, message } = entry;
  return new ApiError(error.status, message, { code, fields: { [field]: message } });
}
