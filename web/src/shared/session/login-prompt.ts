import { useLocation, useNavigate } from 'react-router';
import { toast } from '../toast';

import { paths } from '../paths';
import { forgetEndedSession } from './ended-session';

export type LoginState = { from: string };

/** Tells a visitor that this needs an account, and leads to /login and later back here. */
export function useLoginPrompt(): (message: string) => void {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  return (message) => {
    // One message is enough where a session has ended.
    forgetEndedSession();
    toast.error(message);
    const state: LoginState = { from: `${pathname}${search}${hash}` };
    void navigate(paths.login, { state });
  };
}

/** Where somebody came from who was led to a login; home, or `otherwise`, when they came by themselves. */
export function cameFrom(state: unknown, otherwise: string = paths.home): string {
  const from =
    typeof state === 'object' && state !== null && 'from' in state && typeof state.from === 'string'
      ? state.from
      : otherwise;
  return from.startsWith('/') && !from.startsWith('//') ? from : otherwise;
}
