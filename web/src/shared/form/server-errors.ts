import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';

import { ApiError, messageFor } from '../api/errors';

/**
 * Shows an error response on the fields that it names and focuses the first. An error of none of `fields` becomes
 * the error of the form (`errors.root`).
 */
export function applyServerErrors<Values extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<Values>,
  fields: readonly FieldPath<Values>[],
  fallback: string,
): void {
  const messages = error instanceof ApiError ? error.fields : {};
  const invalid = fields.filter((field) => messages[field] !== undefined);
  invalid.forEach((field, index) => {
    const message = messages[field] ?? '';
    setError(field, { type: 'server', message }, { shouldFocus: index === 0 });
  });
  if (invalid.length === 0) {
    setError('root', { type: 'server', message: messageFor(error, fallback) });
  }
}
