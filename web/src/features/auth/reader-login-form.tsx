import { useState } from 'react';
import { Link } from 'react-router';

import type { PasskeyAssertion, SecondProof, SecondStep } from '../../shared/api/types';
import { FormError } from '../../shared/form/form-error';
import { LoginForm } from '../../shared/form/login-form';
import { SecondStepForm } from '../../shared/form/second-step-form';
import { PasskeyButton } from '../../shared/passkeys/passkey-button';
import { paths } from '../../shared/paths';
import { startSession } from '../../shared/session/session';
import { completeLogin, login, passkeyLogin } from './api';
import type { AuthState } from './auth-state';
import { ProviderLinks } from './provider-links';
import { LOGIN_TEXTS, rewordError } from './texts';

type Props = {
  state: AuthState;
  /** Called with the typed address, for the forms of the other pages. */
  onEmail: (email: string) => void;
  onCodeSent: (email: string) => void;
};

/** The login of readers, with the second step of those who have a second factor. The page's guard navigates afterwards. */
export function ReaderLoginForm({ state, onEmail, onCodeSent }: Props) {
  const [step, setStep] = useState<SecondStep | null>(null);
  const [reason, setReason] = useState<string>();

  async function submit(email: string, password: string) {
    setReason(undefined);
    const answer = await login(email, password).catch((error: unknown) => {
      throw rewordError(error);
    });
    if ('ticket' in answer) {
      setStep(answer);
    } else if (answer.requiresVerification || !answer.token) {
      onCodeSent(answer.user.email);
    } else {
      startSession(answer.token, answer.user);
    }
  }

  async function complete(proof: SecondProof) {
    const { token, user } = await completeLogin(step?.ticket ?? '', proof);
    if (token) {
      startSession(token, user);
    }
  }

  async function completeByPasskey(passkey: PasskeyAssertion) {
    const { token, user } = await passkeyLogin(passkey);
    if (token) {
      startSession(token, user);
    }
  }

  if (step !== null) {
    return (
      <SecondStepForm
        complete={complete}
        methods={step.methods}
        texts={LOGIN_TEXTS}
        onRestart={(why) => {
          setReason(why);
          setStep(null);
        }}
      />
    );
  }
  return (
    <>
      <FormError message={reason} />
      <LoginForm login={submit} texts={LOGIN_TEXTS} defaultEmail={state.email} onEmail={onEmail}>
        <Link to={paths.forgotPassword} state={state} className="form-aside">
          Forgot password?
        </Link>
      </LoginForm>
      <PasskeyButton label="Sign in with a passkey" complete={completeByPasskey} />
      <ProviderLinks from={state.from} />
    </>
  );
}
