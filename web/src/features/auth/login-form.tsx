import { type ChangeEvent, useId } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';

import { FormError } from '../../shared/form/form-error';
import { PasswordField } from '../../shared/form/password-field';
import { isEmail } from '../../shared/form/rules';
import { applyServerErrors } from '../../shared/form/server-errors';
import { SubmitButton } from '../../shared/form/submit-button';
import { TextField } from '../../shared/form/text-field';
import { FILL_IN_ALL, INVALID_EMAIL } from '../../shared/form/texts';
import { paths } from '../../shared/paths';
import { startSession } from '../../shared/session/session';
import { login } from './api';
import type { AuthState } from './auth-state';
import { rewordError } from './texts';

type Values = { email: string; password: string };

type Props = {
  state: AuthState;
  /** Called with the typed address, for the forms of the other pages. */
  onEmail: (email: string) => void;
  onCodeSent: (email: string) => void;
};

/** The login of readers. The page's guard navigates afterwards. */
export function LoginForm({ state, onEmail, onCodeSent }: Props) {
  const summaryId = useId();
  const { register, handleSubmit, setError, formState } = useForm<Values>({
    defaultValues: { email: state.email ?? '', password: '' },
  });
  const { errors, isSubmitting } = formState;
  const isMissing = [errors.email, errors.password].some((error) => error?.type === 'required');

  async function submit({ email, password }: Values) {
    try {
      const { token, user, requiresVerification } = await login(email.trim(), password);
      if (requiresVerification || !token) {
        onCodeSent(user.email);
      } else {
        startSession(token, user);
      }
    } catch (error) {
      applyServerErrors(rewordError(error), setError, ['email', 'password'], 'Failed to login');
    }
  }

  return (
    <form className="form" noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        required
        aria-describedby={isMissing ? summaryId : undefined}
        error={errors.email?.message}
        {...register('email', {
          onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
            onEmail(target.value);
          },
          required: true,
          validate: (text) => isEmail(text) || INVALID_EMAIL,
        })}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        required
        aria-describedby={isMissing ? summaryId : undefined}
        error={errors.password?.message}
        {...register('password', { required: true })}
      />
      <Link to={paths.forgotPassword} state={state} className="form-aside">
        Forgot password?
      </Link>
      <FormError id={summaryId} message={isMissing ? FILL_IN_ALL : errors.root?.message} />
      <SubmitButton isBusy={isSubmitting} busyText="Logging in...">
        Login
      </SubmitButton>
    </form>
  );
}
