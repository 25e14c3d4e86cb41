import { useQueryClient } from '@tanstack/react-query';

import { toast } from '../toast';
import { currentAdmin } from '../session/admin-session';
import { currentSession } from '../session/session';
import { useLoginPrompt } from '../session/login-prompt';
import { type ActionErrorTexts, useActionError } from '../session/use-action-error';
import { type Mark, toggleMark } from './toggle-queue';

/**
 * Returns a function that sets a mark and returns whether that succeeded. It sends visitors to the login and shows
 * administrators a message.
 */
export function useMark(): (
  mark: Mark,
  isOn: boolean,
  texts: ActionErrorTexts,
) => Promise<boolean> {
  const client = useQueryClient();
  const promptLogin = useLoginPrompt();
  const showActionError = useActionError();
  return async (mark, isOn, texts) => {
    // Read at the click: during hydration the rendered session is a visitor's.
    if (!currentSession() && currentAdmin()) {
      toast.error(texts.asAdmin);
      return false;
    }
    if (!currentSession()) {
      promptLogin(texts.login);
      return false;
    }
    try {
      await toggleMark(client, mark, isOn);
      return true;
    } catch (error) {
      showActionError(error, texts);
      return false;
    }
  };
}
