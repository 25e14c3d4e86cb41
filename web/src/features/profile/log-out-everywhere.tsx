import { useMutation } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { toast } from '../../shared/toast';

import { paths } from '../../shared/paths';
import { endSession } from '../../shared/session/session';
import { toastFailure } from '../../shared/session/toast-failure';
import { logOutEverywhere } from './api';

/** Ends all sessions of the reader, this one included. */
export function LogOutEverywhere() {
  const navigate = useNavigate();
  const logOut = useMutation({
    mutationFn: logOutEverywhere,
    onSuccess: ({ message }) => {
      // Ends the session first: the page's guard would navigate and remember the page.
      flushSync(endSession);
      void navigate(paths.login, { replace: true });
      toast.success(message);
    },
    onError: (error) => {
      toastFailure(error, 'Failed to log out everywhere');
    },
  });
  return (
    <section className="account-action" aria-labelledby="log-out-everywhere">
      <div>
        <h2 id="log-out-everywhere" className="account-action-title">
          Sessions
        </h2>
        <p className="account-action-text">
          Signed in on a device that is not yours any more? This ends all sessions, here too.
        </p>
      </div>
      <button
        type="button"
        className="button"
        disabled={logOut.isPending}
        onClick={() => {
          logOut.mutate();
        }}
      >
        {logOut.isPending ? 'Logging out...' : 'Log out everywhere'}
      </button>
    </section>
  );
}
