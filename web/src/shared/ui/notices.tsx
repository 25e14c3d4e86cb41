import { CircleAlert, CloudOff, LogIn, RefreshCw, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';

import type { MissingReason } from '../loading/load-chunk';
import { dismissMissing, useMissing } from '../notices';
import { useOnline } from '../online';
import { paths } from '../paths';
import type { LoginState } from '../session/login-prompt';
import {
  type Account,
  SESSION_ENDED,
  forgetEndedSession,
  useEndedSession,
} from '../session/ended-session';

const LOGINS = { reader: paths.login, admin: paths.adminLogin } as const;

/** What the page tells of itself: no connection, an update of the site, code that did not come, a session that ended. */
export function Notices() {
  const isOnline = useOnline();
  const missing = useMissing();
  const ended = useEndedSession();
  const { pathname } = useLocation();
  const isAtLogin = pathname === paths.login || pathname === paths.adminLogin;
  return (
    <div className="notices" aria-live="polite">
      {isOnline ? (
        <MissingNotice missing={missing} />
      ) : (
        <Notice icon={<CloudOff aria-hidden />}>{offlineText(missing)}</Notice>
      )}
      {ended && !isAtLogin && <EndedNotice account={ended} />}
    </div>
  );
}

function MissingNotice({ missing }: { missing: MissingReason | null }) {
  switch (missing) {
    case null:
      return null;
    case 'updated':
      return (
        <Notice icon={<RefreshCw aria-hidden />}>
          The site was updated.
          <button
            type="button"
            className="button button-small"
            onClick={() => {
              window.location.reload();
            }}
          >
            Reload
          </button>
        </Notice>
      );
    case 'offline':
      return (
        <Notice icon={<CloudOff aria-hidden />} onDismiss={dismissMissing}>
          The site cannot be reached. Check your connection and try again.
        </Notice>
      );
    case 'failed':
      return (
        <Notice icon={<CircleAlert aria-hidden />} onDismiss={dismissMissing}>
          A part of this page could not be loaded. Please try again.
        </Notice>
      );
  }
}

function offlineText(missing: MissingReason | null): string {
  return missing === null
    ? 'You are offline. You can go on reading what is here.'
    : 'You are offline. This needs the connection: try again once it is back.';
}

function EndedNotice({ account }: { account: Account }) {
  const { pathname, search, hash } = useLocation();
  const state: LoginState = { from: `${pathname}${search}${hash}` };
  return (
    <Notice icon={<LogIn aria-hidden />} onDismiss={forgetEndedSession}>
      {SESSION_ENDED}
      <Link to={LOGINS[account]} state={state} className="button button-small">
        Login
      </Link>
    </Notice>
  );
}

type NoticeProps = { icon: ReactNode; onDismiss?: () => void; children: ReactNode };

function Notice({ icon, onDismiss, children }: NoticeProps) {
  return (
    <div className="notice">
      {icon}
      <p className="notice-text">{children}</p>
      {onDismiss && (
        <button type="button" className="banner-close" aria-label="Dismiss" onClick={onDismiss}>
          <X aria-hidden />
        </button>
      )}
    </div>
  );
}
