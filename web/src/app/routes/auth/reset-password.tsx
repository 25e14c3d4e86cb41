import { Link, useNavigate } from 'react-router';

import { type AuthState, useAuthState } from '../../../features/auth/auth-state';
import { ResetPasswordForm } from '../../../features/auth/reset-password-form';
import { paths } from '../../../shared/paths';
import { PageTitle } from '../../../shared/ui/page-title';

export function ResetPasswordPage() {
  const navigate = useNavigate();
  const { from, email } = useAuthState();
  const state: AuthState = { from, email };

  function logIn(message: string) {
    const next: AuthState = { ...state, message };
    void navigate(paths.login, { replace: true, state: next });
  }

  return (
    <>
      <PageTitle title="Reset password">Reset your password</PageTitle>
      <p className="bare-lead">
        {email ? (
          <>
            If <strong>{email}</strong> has an account, a 6-digit code is on its way to it.
          </>
        ) : (
          'Enter your email, the 6-digit code that we sent to it, and a new password.'
        )}
      </p>
      <ResetPasswordForm email={email} onReset={logIn} />
      <p className="bare-foot">
        No code?{' '}
        <Link to={paths.forgotPassword} state={state}>
          Request a new one
        </Link>
      </p>
    </>
  );
}
