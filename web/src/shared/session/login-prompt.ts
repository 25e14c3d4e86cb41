import { useLocation, useNavigate } from 'react-router';
import { toast } from '../toast';

import { paths } from '../paths';
import { forgetEndedSession } from './ended-session';

export type LoginState = { from: string };

/** Returns a function that shows a message and navigates to /login, which later leads back here. */
export function useLoginPrompt(): (message: string) => void {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  return (message) => {
    // Replaces the message about an ended session.
    forgetEndedSession();
    toast.error(message);
    const state: LoginState = { from: `${pathname}${search}${hash}` };
    void navigate(paths.login, { state });
  };
}

/** Returns the path from which the user was sent to the login; `fallback` if there is none. */
export function returnPath(state: unknown, fallback: string = paths.home): string {
  const from =
    typeof state === 'object' && state !== null && 'from' in state && typeof state.from === 'string'
      ? state.from
      : fallback;
  return from.startsWith('/') && !from.startsWith('//') ? from : fallback;
}
