import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';

import { type AuthState, useAuthState } from '../../../features/auth/auth-state';
import { FinishSignIn } from '../../../features/auth/finish-sign-in';
import { ReaderLoginForm } from '../../../features/auth/reader-login-form';
import { useProviderReturn } from '../../../features/auth/use-provider-return';
import { FormError } from '../../../shared/form/form-error';
import { paths } from '../../../shared/paths';
import { EndedSessionNote } from '../../../shared/session/ended-session-note';
import { PageTitle, focusPageTitle } from '../../../shared/ui/page-title';

export function LoginPage() {
  const navigate = useNavigate();
  const { message, ...rest } = useAuthState();
  const { code, isTaken, failure, forget } = useProviderReturn();
  const [reason, setReason] = useState<string>();
  const [typed, setTyped] = useState(rest.email);
  const state: AuthState = { ...rest, email: typed?.trim() };

  function verify(email: string) {
    const next: AuthState = { ...state, email, codeSentAt: Date.now() };
    void navigate(paths.verifyEmail, { state: next });
  }

  if (code !== undefined) {
    return (
      <>
        <PageTitle title="Login">Login</PageTitle>
        <FinishSignIn
          key={code}
          code={code}
          isReady={isTaken}
          onRestart={(why) => {
            setReason(why);
            forget();
            focusPageTitle();
          }}
        />
      </>
    );
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
      <FormError message={failure ?? reason} />
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
