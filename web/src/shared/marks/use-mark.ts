import { useQueryClient } from '@tanstack/react-query';

import { useSession } from '../session/session';
import { useLoginPrompt } from '../session/login-prompt';
import { type RefusalTexts, useRefusal } from '../session/use-refusal';
import { type Mark, pressMark } from './press';

/** Presses a mark for the reader; a visitor is led to the login. */
export function useMark(): (mark: Mark, isOn: boolean, texts: RefusalTexts) => Promise<void> {
  const client = useQueryClient();
  const session = useSession();
  const promptLogin = useLoginPrompt();
  const showRefusal = useRefusal();
  return async (mark, isOn, texts) => {
    if (!session) {
      promptLogin(texts.login);
      return;
    }
    try {
      await pressMark(client, mark, isOn);
    } catch (error) {
      showRefusal(error, texts);
    }
  };
}
