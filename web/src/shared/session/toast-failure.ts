import { ApiError, messageFor } from '../api/errors';
import { toast } from '../toast';

const UNAUTHORIZED = 401;

/** Shows why something failed, except that the session has ended: that is told by itself. */
export function toastFailure(error: unknown, otherwise: string): void {
  if (!(error instanceof ApiError && error.status === UNAUTHORIZED)) {
    toast.error(messageFor(error, otherwise));
  }
}
