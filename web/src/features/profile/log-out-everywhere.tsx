import { LogOutEverywhereButton } from '../../shared/session/log-out-everywhere';
import { logOutEverywhere } from './api';

/** Ends all sessions of the reader, this one included. */
export function LogOutEverywhere() {
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
      <LogOutEverywhereButton kind="reader" revokeAll={logOutEverywhere} className="button" />
    </section>
  );
}
