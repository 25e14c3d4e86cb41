import { useState } from 'react';

import type { PasskeyAssertion, SecondProof, SecondStep } from '../../shared/api/types';
import { LoginForm } from '../../shared/form/login-form';
import { SecondStepForm } from '../../shared/form/second-step-form';
import { PasskeyButton } from '../../shared/passkeys/passkey-button';
import { startAdminSession } from '../../shared/session/admin-session';
import { ErrorBanner } from '../../shared/ui/error-banner';
import { completeLogIn, logIn, passkeyLogIn } from './api';

const TEXTS = { submit: 'Sign in', busy: 'Signing in...', failure: 'Login failed' };

/**
 * The login of administrators, with the second step of those who have a second factor. The page's guard navigates
 * afterwards.
 */
export function AdminLoginForm() {
  const [step, setStep] = useState<SecondStep | null>(null);
  const [reason, setReason] = useState<string | null>(null);

  async function submit(email: string, password: string) {
    setReason(null);
    const answer = await logIn({ email, password });
    if ('ticket' in answer) {
      setStep(answer);
    } else {
      startAdminSession(answer.token, answer.admin);
    }
  }

  async function complete(proof: SecondProof) {
    const { token, admin } = await completeLogIn(step?.ticket ?? '', proof);
    startAdminSession(token, admin);
  }

  async function completeByPasskey(passkey: PasskeyAssertion) {
    const { token, admin } = await passkeyLogIn(passkey);
    startAdminSession(token, admin);
  }

  if (step !== null) {
    return (
      <SecondStepForm
        complete={complete}
        methods={step.methods}
        texts={TEXTS}
        onRestart={(why) => {
          setReason(why ?? null);
          setStep(null);
        }}
      />
    );
  }
  return (
    <>
      <LoginForm
        login={submit}
        texts={TEXTS}
        banner={(message, dismiss) => (
          <ErrorBanner
            message={message ?? reason}
            onDismiss={() => {
              setReason(null);
              dismiss();
            }}
          />
        )}
      />
      <PasskeyButton label="Sign in with a passkey" complete={completeByPasskey} />
    </>
  );
}
