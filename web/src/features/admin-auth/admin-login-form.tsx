import { useState } from 'react';

import { LoginForm } from '../../shared/form/login-form';
import { SecondStepForm } from '../../shared/form/second-step-form';
import { startAdminSession } from '../../shared/session/admin-session';
import { ErrorBanner } from '../../shared/ui/error-banner';
import { completeLogIn, logIn } from './api';

const TEXTS = { submit: 'Sign in', busy: 'Signing in...', failure: 'Login failed' };

/**
 * The login of administrators, with the second step of those who have a second factor. The page's guard navigates
 * afterwards.
 */
export function AdminLoginForm() {
  const [ticket, setTicket] = useState<string | null>(null);
  const [reason, setReason] = useState<string | null>(null);

  async function submit(email: string, password: string) {
    setReason(null);
    const answer = await logIn({ email, password });
    if ('ticket' in answer) {
      setTicket(answer.ticket);
    } else {
      startAdminSession(answer.token, answer.admin);
    }
  }

  async function complete(code: string) {
    const { token, admin } = await completeLogIn(ticket ?? '', code);
    startAdminSession(token, admin);
  }

  if (ticket !== null) {
    return (
      <SecondStepForm
        complete={complete}
        texts={TEXTS}
        onRestart={(why) => {
          setReason(why ?? null);
          setTicket(null);
        }}
      />
    );
  }
  return (
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
  );
}
