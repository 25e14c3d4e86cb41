import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';

import { ApiError, messageFor } from '../api/errors';

/**
 * Puts a refusal on the fields it names and focuses the first; what belongs to none of them becomes
 * the error of the form (`errors.root`).
 */
export function applyServerErrors<Values extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<Values>,
  fields: readonly FieldPath<Values>[],
  otherwise: string,
): void {
  const messages = error instanceof ApiError ? error.fields : {};
  const refused = fields.filter((field) => messages[field] !== undefined);
  refused.forEach((field, index) => {
    const message = messages[field] ?? '';
    setError(field, { type: 'server', message }, { shouldFocus: index === 0 });
  });
  if (refused.length === 0) {
    setError('root', { type: 'server', message: messageFor(error, otherwise) });
  }
}
