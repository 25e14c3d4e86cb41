import { ConnectionError } from '../../../shared/api/connection';
import { ApiError, hasCode, messageFor } from '../../../shared/api/errors';
import { useActionError } from '../../../shared/session/use-action-error';

/** What is shown where sending failed. */
export type Failure = { text: string; canRetry: boolean };

const UNAUTHORIZED = 401;
const LOGIN = 'Please login to comment';

/**
 * Returns a function that puts an error of sending into words. It returns null for one that leads to another page: the
 * login, or the onboarding.
 */
export function useFailureText(): (error: unknown, fallback: string) => Failure | null {
  const showActionError = useActionError();
  return (error, failure) => {
    if (error instanceof ConnectionError) {
      return { text: `${error.message} Your comment is kept here.`, canRetry: true };
    }
    const isSignedOut = error instanceof ApiError && error.status === UNAUTHORIZED;
    if (isSignedOut || hasCode(error, 'not_onboarded')) {
      showActionError(error, { login: LOGIN, failure, asAdmin: failure });
      return null;
    }
    return { text: fieldText(error) ?? messageFor(error, failure), canRetry: false };
  };
}

/** Returns the message about the only fields of the form. */
function fieldText(error: unknown): string | undefined {
  const fields = error instanceof ApiError ? error.fields : {};
  return fields['content'] ?? fields['parentId'];
}
