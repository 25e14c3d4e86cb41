import { CircleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useNavigate } from 'react-router';

import type { InvitationProof, Joined } from '../../../features/admin-auth/api';
import { JoinForm } from '../../../features/admin-auth/join-form';
import { useAuthState } from '../../../features/auth/auth-state';
import { paths } from '../../../shared/paths';
import { startAdminSession, useAdmin } from '../../../shared/session/admin-session';
import type { AccountKind } from '../../../shared/session/ended-session';
import { useSession } from '../../../shared/session/session';
import { logOutHere } from '../../../shared/session/use-logout';
import { toast } from '../../../shared/toast';
import { PageTitle, focusPageTitle } from '../../../shared/ui/page-title';
import { useLinkSecret } from '../../../shared/session/use-link-secret';

/** The page behind the link of an invitation to the staff, and of a sign-in by a provider with an invited address. */
export function JoinPage() {
  const token = useLinkSecret();
  const { providerCode: code } = useAuthState();
  const proof = token !== '' ? { token } : code !== undefined ? { code } : null;
  return (
    <>
      <meta name="referrer" content="no-referrer" />
      <PageTitle title="Join the team">Join the team</PageTitle>
      {proof ? (
        <Invitation key={token} proof={proof} />
      ) : (
        <p className="bare-lead">Open the link in the mail that invited you.</p>
      )}
      <p className="bare-foot">
        Already in the team? <Link to={paths.adminLogin}>Sign in</Link>
        <br />
        <Link to={paths.home}>Back to the site</Link>
      </p>
    </>
  );
}

type Phase = 'open' | 'invalid' | 'joined';

function Invitation({ proof }: { proof: InvitationProof }) {
  const navigate = useNavigate();
  const reader = useSession()?.account;
  const admin = useAdmin()?.account;
  const [phase, setPhase] = useState<Phase>('open');

  function enter(joined: Joined) {
    // First: the session would otherwise count as that of somebody else.
    flushSync(() => {
      setPhase('joined');
    });
    startAdminSession(joined.token, joined.admin);
    toast.success(joined.message);
    void navigate(paths.adminDashboard, { replace: true });
  }

  if (phase === 'joined') {
    return <p className="bare-lead">Opening the dashboard...</p>;
  }
  if (phase === 'invalid') {
    return (
      <>
        <p role="alert" className="form-error">
          <CircleAlert aria-hidden />
          This invitation is no longer valid: it was used, withdrawn or is older than 7 days.
        </p>
        <p className="bare-lead">Ask the person who invited you for a new invitation.</p>
      </>
    );
  }
  if (reader) {
    return <SignedIn kind="reader">{reader.name}</SignedIn>;
  }
  if (admin) {
    return <SignedIn kind="admin">{admin.username}</SignedIn>;
  }
  return (
    <>
      <p className="bare-lead">
        Choose a name and a password. You sign in with the address that the invitation was sent to.
      </p>
      <JoinForm
        proof={proof}
        onJoined={enter}
        onInvalid={() => {
          setPhase('invalid');
        }}
      />
    </>
  );
}

/** The state for somebody who is signed in; the children are their name. */
function SignedIn({ kind, children }: { kind: AccountKind; children: ReactNode }) {
  return (
    <>
      <p className="bare-lead">
        You are signed in as <strong>{children}</strong>. An invitation makes a new account: log out
        here first.
      </p>
      <button
        type="button"
        className="button button-primary button-wide"
        onClick={() => {
          logOutHere(kind);
          focusPageTitle();
        }}
      >
        Log out and go on
      </button>
    </>
  );
}
