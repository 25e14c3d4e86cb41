import { ApiError, messageFor } from '../api/errors';
import { toast } from '../toast';

const UNAUTHORIZED = 401;

/** Shows the message of an error, except for a 401: the end of the session has its own message. */
export function toastFailure(error: unknown, fallback: string): void {
  if (!(error instanceof ApiError && error.status === UNAUTHORIZED)) {
    toast.error(messageFor(error, fallback));
  }
}
