import { Link } from 'react-router';

import { LoginForm } from '../../shared/form/login-form';
import { paths } from '../../shared/paths';
import { startSession } from '../../shared/session/session';
import { login } from './api';
import type { AuthState } from './auth-state';
import { rewordError } from './texts';

const TEXTS = { submit: 'Login', busy: 'Logging in...', failure: 'Failed to login' };

type Props = {
  state: AuthState;
  /** Called with the typed address, for the forms of the other pages. */
  onEmail: (email: string) => void;
  onCodeSent: (email: string) => void;
};

/** The login of readers. The page's guard navigates afterwards. */
export function ReaderLoginForm({ state, onEmail, onCodeSent }: Props) {
  async function submit(email: string, password: string) {
    const { token, user, requiresVerification } = await login(email, password).catch(
      (error: unknown) => {
        throw rewordError(error);
      },
    );
    if (requiresVerification || !token) {
      onCodeSent(user.email);
    } else {
      startSession(token, user);
    }
  }

  return (
    <LoginForm login={submit} texts={TEXTS} defaultEmail={state.email} onEmail={onEmail}>
      <Link to={paths.forgotPassword} state={state} className="form-aside">
        Forgot password?
      </Link>
    </LoginForm>
  );
}
