import { useQuery, useQueryClient } from '@tanstack/react-query';

import { currentAdmin } from '../../shared/session/admin-session';
import { useLoginPrompt } from '../../shared/session/login-prompt';
import { readersOnly } from '../../shared/session/readers-only';
import { currentSession, useSession } from '../../shared/session/session';
import { useActionError } from '../../shared/session/use-action-error';
import { toast } from '../../shared/toast';
import { type FollowTarget, followQuery } from './api';
import { follow } from './follow-queue';

const TEXTS = {
  login: 'Please login to follow',
  failure: 'Failed to update what you follow',
  asAdmin: readersOnly('follow'),
};

/** Whether the reader follows something, and its toggle. Visitors are sent to the login. */
export function useFollow(target: FollowTarget): { isOn: boolean; toggle: () => void } {
  const client = useQueryClient();
  const promptLogin = useLoginPrompt();
  const showActionError = useActionError();
  const isReader = useSession()?.account.onboarded === true;
  const { data = false } = useQuery({ ...followQuery(target), enabled: isReader });
  const isOn = isReader && data;
  return {
    isOn,
    toggle: () => {
      if (currentSession()) {
        follow(client, target, !isOn).catch((error: unknown) => {
          showActionError(error, TEXTS);
        });
      } else if (currentAdmin()) {
        toast.error(TEXTS.asAdmin);
      } else {
        promptLogin(TEXTS.login);
      }
    },
  };
}
