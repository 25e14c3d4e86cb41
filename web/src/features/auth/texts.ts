import { ApiError } from '../../shared/api/errors';
import type { ErrorCode } from '../../shared/api/types';

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
