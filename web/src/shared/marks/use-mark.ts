import { useQueryClient } from '@tanstack/react-query';

import { toast } from '../toast';
import { currentAdmin } from '../session/admin-session';
import { currentSession } from '../session/session';
import { useLoginPrompt } from '../session/login-prompt';
import { type RefusalTexts, useRefusal } from '../session/use-refusal';
import { type Mark, pressMark } from './press';

/**
 * Presses a mark for the reader, and gives whether it was taken; a visitor is led to the login, an administrator is told
 * what to do.
 */
export function useMark(): (mark: Mark, isOn: boolean, texts: RefusalTexts) => Promise<boolean> {
  const client = useQueryClient();
  const promptLogin = useLoginPrompt();
  const showRefusal = useRefusal();
  return async (mark, isOn, texts) => {
    // As it is now: what the server drew is first taken over as a visitor's.
    if (!currentSession() && currentAdmin()) {
      toast.error(texts.asAdmin);
      return false;
    }
    if (!currentSession()) {
      promptLogin(texts.login);
      return false;
    }
    try {
      await pressMark(client, mark, isOn);
      return true;
    } catch (error) {
      showRefusal(error, texts);
      return false;
    }
  };
}
