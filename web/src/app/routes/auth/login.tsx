import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';

import { type AuthState, useAuthState } from '../../../features/auth/auth-state';
import { ReaderLoginForm } from '../../../features/auth/reader-login-form';
import { paths } from '../../../shared/paths';
import { EndedSessionNote } from '../../../shared/session/ended-session-note';
import { PageTitle } from '../../../shared/ui/page-title';

export function LoginPage() {
  const navigate = useNavigate();
  const { message, ...rest } = useAuthState();
  const [typed, setTyped] = useState(rest.email);
  const state: AuthState = { ...rest, email: typed?.trim() };

  function verify(email: string) {
    const next: AuthState = { ...state, email, codeSentAt: Date.now() };
    void navigate(paths.verifyEmail, { state: next });
  }

  return (
    <>
      <PageTitle title="Login">Login</PageTitle>
      <p className="bare-lead">Like, bookmark and join the discussion.</p>
      {!message && <EndedSessionNote kind="reader" />}
      {message && (
        <p role="status" className="form-note">
          <CircleCheck aria-hidden />
          {message}
        </p>
      )}
      <ReaderLoginForm state={state} onEmail={setTyped} onCodeSent={verify} />
      <p className="bare-foot">
        Don&apos;t have an account?{' '}
        <Link to={paths.signup} state={state}>
          Sign up
        </Link>
      </p>
    </>
  );
}
