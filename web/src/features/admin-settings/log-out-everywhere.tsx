import { useMutation } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { toast } from '../../shared/toast';

import { paths } from '../../shared/paths';
import { endAdminSession } from '../../shared/session/admin-session';
import { toastFailure } from '../../shared/session/toast-failure';
import { logOutAdminEverywhere } from './api';

/** Ends all sessions of the administrator, this one included. */
export function LogOutEverywhere() {
  const navigate = useNavigate();
  const logOut = useMutation({
    mutationFn: logOutAdminEverywhere,
    onSuccess: ({ message }) => {
      // Ends the session first: the page's guard would navigate and remember the page.
      flushSync(endAdminSession);
      void navigate(paths.adminLogin, { replace: true });
      toast.success(message);
    },
    onError: (error) => {
      toastFailure(error, 'Failed to log out everywhere');
    },
  });
  return (
    <>
      <p className="settings-text">
        Signed in on a device that is not yours any more? This ends all sessions, here too.
      </p>
      <button
        type="button"
        className="button settings-button"
        disabled={logOut.isPending}
        onClick={() => {
          logOut.mutate();
        }}
      >
        {logOut.isPending ? 'Logging out...' : 'Log out everywhere'}
      </button>
    </>
  );
}
