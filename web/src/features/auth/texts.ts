import { ApiError } from '../../shared/api/errors';

/** What the server says of an account, the field that it is about, and how the pages say it (product.md §8). */
const REWORDED: Partial<Record<string, { field: string; message: string }>> = {
  'Email is not registered': { field: 'email', message: 'No account found with this email' },
  'Incorrect password': { field: 'password', message: 'Invalid password' },
  'Email is already registered': {
    field: 'email',
    message: 'An account with this email already exists',
  },
};

export function reworded(error: unknown): unknown {
  const known = error instanceof ApiError ? REWORDED[error.message] : undefined;
  if (!(error instanceof ApiError) || !known) {
    return error;
  }
  return new ApiError(error.status, known.message, { fields: { [known.field]: known.message } });
}
