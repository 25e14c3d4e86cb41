import { Link, useNavigate } from 'react-router';
import { toast } from '../../../shared/toast';

import { resendCode, verifyCode } from '../../../features/auth/api';
import { type AuthState, useAuthState } from '../../../features/auth/auth-state';
import { MailedCodeForm } from '../../../features/auth/mailed-code-form';
import { paths } from '../../../shared/paths';
import { returnPath } from '../../../shared/session/login-prompt';
import { startSession, useSession } from '../../../shared/session/session';
import { PageTitle } from '../../../shared/ui/page-title';

/** Confirms the address of a new account, or a new address of a signed-in reader. */
export function VerifyEmailPage() {
  const navigate = useNavigate();
  const session = useSession();
  const { from, email: sentTo, codeSentAt } = useAuthState();
  const email = sentTo ?? session?.account.pendingEmail ?? undefined;

  async function verify(address: string, code: string) {
    const { token, user, message } = await verifyCode(address, code);
    startSession(token, user);
    if (session) {
      toast.success(message);
      void navigate(paths.ownProfile, { replace: true });
    } else if (user.onboarded) {
      void navigate(returnPath({ from }), { replace: true });
    } else {
      void navigate(paths.onboarding, { replace: true, state: { from, userData: user } });
    }
  }

  async function resend(address: string) {
    const { message } = await resendCode(address);
    const state: AuthState = { from, email: address, codeSentAt: Date.now() };
    void navigate(paths.verifyEmail, { replace: true, state });
    return message;
  }

  return (
    <>
      <PageTitle title="Verify email">Verify your email</PageTitle>
      <p className="bare-lead">
        {email ? (
          <>
            Enter the 6-digit code that we sent to <strong>{email}</strong>.
          </>
        ) : (
          'Enter your email and the 6-digit code that we sent to it.'
        )}
      </p>
      <MailedCodeForm email={email} codeSentAt={codeSentAt} verify={verify} resend={resend} />
      <p className="bare-foot">
        {session ? (
          <Link to={paths.ownProfile}>Back to Profile</Link>
        ) : (
          <Link to={paths.login} state={{ from } satisfies AuthState}>
            Back to Login
          </Link>
        )}
      </p>
    </>
  );
}
