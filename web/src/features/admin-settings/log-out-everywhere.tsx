import { LogOutEverywhereButton } from '../../shared/session/log-out-everywhere';
import { logOutAdminEverywhere } from './api';

/** Ends all sessions of the administrator, this one included. */
export function LogOutEverywhere() {
  return (
    <>
      <p className="settings-text">
        Signed in on a device that is not yours any more? This ends all sessions, here too.
      </p>
      <LogOutEverywhereButton
        kind="admin"
        revokeAll={logOutAdminEverywhere}
        className="button settings-button"
      />
    </>
  );
}
