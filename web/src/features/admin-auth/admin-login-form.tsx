import { LoginForm } from '../../shared/form/login-form';
import { startAdminSession } from '../../shared/session/admin-session';
import { ErrorBanner } from '../../shared/ui/error-banner';
import { logIn } from './api';

const TEXTS = { submit: 'Sign in', busy: 'Signing in...', failure: 'Login failed' };

/** The login of administrators. The page's guard navigates afterwards. */
export function AdminLoginForm() {
  async function submit(email: string, password: string) {
    const { token, admin } = await logIn({ email, password });
    startAdminSession(token, admin);
  }

  return (
    <LoginForm
      login={submit}
      texts={TEXTS}
      banner={(message, dismiss) => <ErrorBanner message={message} onDismiss={dismiss} />}
    />
  );
}
