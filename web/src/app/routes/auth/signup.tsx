import { Link, useNavigate } from 'react-router';

import { type AuthState, useAuthState } from '../../../features/auth/auth-state';
import { ProviderLinks } from '../../../features/auth/provider-links';
import { SignupForm } from '../../../features/auth/signup-form';
import { paths } from '../../../shared/paths';
import { PageTitle } from '../../../shared/ui/page-title';

export function SignupPage() {
  const navigate = useNavigate();
  const { from, email: typed } = useAuthState();
  const state: AuthState = { from, email: typed };

  function verify(email: string) {
    const next: AuthState = { from, email, codeSentAt: Date.now() };
    void navigate(paths.verifyEmail, { state: next });
  }

  return (
    <>
      <PageTitle title="Sign up">Create your account</PageTitle>
      <p className="bare-lead">It takes a minute, and a code that we send to your email.</p>
      <SignupForm email={typed} onCodeSent={verify} />
      <ProviderLinks from={from} />
      <p className="bare-foot">
        Already have an account?{' '}
        <Link to={paths.login} state={state}>
          Login
        </Link>
      </p>
    </>
  );
}
