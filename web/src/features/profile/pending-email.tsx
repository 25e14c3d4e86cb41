import { useMutation } from '@tanstack/react-query';
import { MailQuestion } from 'lucide-react';
import { Link } from 'react-router';

import type { User } from '../../shared/api/types';
import { paths } from '../../shared/paths';
import { toastFailure } from '../../shared/session/toast-failure';
import { changeProfile } from './api';
import { useShowUser } from './use-show-user';

type Props = { user: User; pendingEmail: string };

/** The notice about a new email address that is not yet verified. */
export function PendingEmail({ user, pendingEmail }: Props) {
  const showUser = useShowUser();
  const cancel = useMutation({
    mutationFn: () => changeProfile(user._id, { email: user.email }),
    onSuccess: showUser,
    onError: (error) => {
      toastFailure(error, 'Failed to update profile');
    },
  });
  return (
    <div className="notice" role="status">
      <MailQuestion aria-hidden />
      <p className="notice-text">
        We mailed a code to <strong>{pendingEmail}</strong>. Your email stays {user.email} until you
        enter it.
      </p>
      <div className="notice-actions">
        <button
          type="button"
          className="button button-quiet"
          disabled={cancel.isPending}
          onClick={() => {
            cancel.mutate();
          }}
        >
          Keep the present one
        </button>
        <Link to={paths.verifyEmail} state={{ email: pendingEmail }} className="button">
          Enter code
        </Link>
      </div>
    </div>
  );
}
