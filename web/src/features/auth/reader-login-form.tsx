import { useState } from 'react';
import { Link } from 'react-router';

import { FormError } from '../../shared/form/form-error';
import { LoginForm } from '../../shared/form/login-form';
import { SecondStepForm } from '../../shared/form/second-step-form';
import { paths } from '../../shared/paths';
import { startSession } from '../../shared/session/session';
import { completeLogin, login } from './api';
import type { AuthState } from './auth-state';
import { rewordError } from './texts';

const TEXTS = { submit: 'Login', busy: 'Logging in...', failure: 'Failed to login' };

type Props = {
  state: AuthState;
  /** Called with the typed address, for the forms of the other pages. */
  onEmail: (email: string) => void;
  onCodeSent: (email: string) => void;
};

/** The login of readers, with the second step of those who have a second factor. The page's guard navigates afterwards. */
export function ReaderLoginForm({ state, onEmail, onCodeSent }: Props) {
  const [ticket, setTicket] = useState<string | null>(null);
  const [reason, setReason] = useState<string>();

  async function submit(email: string, password: string) {
    setReason(undefined);
    const answer = await login(email, password).catch((error: unknown) => {
      throw rewordError(error);
    });
    if ('ticket' in answer) {
      setTicket(answer.ticket);
    } else if (answer.requiresVerification || !answer.token) {
      onCodeSent(answer.user.email);
    } else {
      startSession(answer.token, answer.user);
    }
  }

  async function complete(code: string) {
    const { token, user } = await completeLogin(ticket ?? '', code);
    if (token) {
      startSession(token, user);
    }
  }

  if (ticket !== null) {
    return (
      <SecondStepForm
        complete={complete}
        texts={TEXTS}
        onRestart={(why) => {
          setReason(why);
          setTicket(null);
        }}
      />
    );
  }
  return (
    <>
      <FormError message={reason} />
      <LoginForm login={submit} texts={TEXTS} defaultEmail={state.email} onEmail={onEmail}>
        <Link to={paths.forgotPassword} state={state} className="form-aside">
          Forgot password?
        </Link>
      </LoginForm>
    </>
  );
}
