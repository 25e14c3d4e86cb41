import { Link, useNavigate } from 'react-router';

import { type AuthState, useAuthState } from '../../../features/auth/auth-state';
import { ForgotPasswordForm } from '../../../features/auth/forgot-password-form';
import { paths } from '../../../shared/paths';
import { PageTitle } from '../../../shared/ui/page-title';

export function ForgotPasswordPage() {
  const navigate = useNavigate();
  const { from, email } = useAuthState();
  const back: AuthState = { from, email };

  function reset(address: string) {
    const next: AuthState = { from, email: address };
    void navigate(paths.resetPassword, { state: next });
  }

  return (
    <>
      <PageTitle title="Forgot password">Forgot your password?</PageTitle>
      <p className="bare-lead">
        Tell us the email of your account, and we send you a code to set a new one.
      </p>
      <ForgotPasswordForm email={email} onCodeSent={reset} />
      <p className="bare-foot">
        <Link to={paths.login} state={back}>
          Back to Login
        </Link>
      </p>
    </>
  );
}
