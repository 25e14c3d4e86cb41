import { useMutation } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import { toast } from '../../shared/toast';

import { paths } from '../../shared/paths';
import { endAdminSession } from '../../shared/session/admin-session';
import { toastFailure } from '../../shared/session/toast-failure';
import { logOutAdminEverywhere } from './api';

/** Ends the administrator's sessions on all devices, this one as well. */
export function LogOutEverywhere() {
  const navigate = useNavigate();
  const leave = useMutation({
    mutationFn: logOutAdminEverywhere,
    onSuccess: ({ message }) => {
      // The guard of the panel leads to the login and remembers the page: it must go first.
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
        disabled={leave.isPending}
        onClick={() => {
          leave.mutate();
        }}
      >
        {leave.isPending ? 'Logging out...' : 'Log out everywhere'}
      </button>
    </>
  );
}
