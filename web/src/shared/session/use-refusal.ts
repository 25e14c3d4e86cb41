import { useLocation, useNavigate } from 'react-router';
import { toast } from '../toast';

import { ApiError, messageFor } from '../api/errors';
import { paths } from '../paths';
import { type LoginState, useLoginPrompt } from './login-prompt';

/** What is said when an account is missing, when it failed without a word of the server, and to administrators. */
export type RefusalTexts = { login: string; failure: string; asAdmin: string };

/** What the server says to readers who have yet to complete their profile (rulings §2). */
const NOT_ONBOARDED = 'Please complete your profile first';

/** Says why something could not be done, and leads to what is missing: the login or the profile. */
export function useRefusal(): (error: unknown, texts: RefusalTexts) => void {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const promptLogin = useLoginPrompt();
  return (error, { login, failure }) => {
    if (error instanceof ApiError && error.status === 401) {
      promptLogin(login);
      return;
    }
    toast.error(messageFor(error, failure));
    if (error instanceof ApiError && error.status === 403 && error.message === NOT_ONBOARDED) {
      const state: LoginState = { from: `${pathname}${search}${hash}` };
      void navigate(paths.onboarding, { state });
    }
  };
}
