import { ApiError, messageFor } from '../api/errors';

/** What is wrong with a form: the message alone if it is about no single field. */
export type Fault<Field extends string = never> = string | { field: Field; message: string };

/** Returns what an error response says about the first of `fields` that it names, or else about the form. */
export function faultOf<Field extends string>(
  error: unknown,
  fields: readonly Field[],
  fallback: string,
): Fault<Field> {
  const messages = error instanceof ApiError ? error.fields : {};
  for (const field of fields) {
    const message = messages[field];
    if (message !== undefined) {
      return { field, message };
    }
  }
  return messageFor(error, fallback);
}
