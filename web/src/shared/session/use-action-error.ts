import { useLocation, useNavigate } from 'react-router';
import { toast } from '../toast';

import { ApiError, hasCode, messageFor } from '../api/errors';
import { paths } from '../paths';
import { type LoginState, useLoginPrompt } from './login-prompt';

/** The messages for a missing account, for an error without a message of the server, and for administrators. */
export type ActionErrorTexts = { login: string; failure: string; asAdmin: string };

/** Returns a function that shows an error, and navigates to the login or the onboarding if that is needed. */
export function useActionError(): (error: unknown, texts: ActionErrorTexts) => void {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const promptLogin = useLoginPrompt();
  return (error, { login, failure }) => {
    if (error instanceof ApiError && error.status === 401) {
      promptLogin(login);
      return;
    }
    toast.error(messageFor(error, failure));
    if (hasCode(error, 'not_onboarded')) {
      const state: LoginState = { from: `${pathname}${search}${hash}` };
      void navigate(paths.onboarding, { state });
    }
  };
}
