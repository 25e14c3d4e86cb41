import { ApiError } from '../../shared/api/errors';

/** Messages of the server about accounts, with their field and the text that the pages show (product.md §8). */
const REWORDED: Partial<Record<string, { field: string; message: string }>> = {
  'Email is not registered': { field: 'email', message: 'No account found with this email' },
  'Incorrect password': { field: 'password', message: 'Invalid password' },
  'Email is already registered': {
    field: 'email',
    message: 'An account with this email already exists',
  },
};

export function rewordError(error: unknown): unknown {
  const entry = error instanceof ApiError ? REWORDED[error.message] : undefined;
  if (!(error instanceof ApiError) || !entry) {
    return error;
  }
  return new ApiError(error.status, entry.message, { fields: { [entry.field]: entry.message } });
}
