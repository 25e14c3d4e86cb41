import { useId } from 'react';
import { useForm } from 'react-hook-form';

import { PasswordField } from '../../shared/form/password-field';
import { isEmail } from '../../shared/form/rules';
import { applyServerErrors } from '../../shared/form/server-errors';
import { SubmitButton } from '../../shared/form/submit-button';
import { TextField } from '../../shared/form/text-field';
import { FILL_IN_ALL, INVALID_EMAIL } from '../../shared/form/texts';
import { FormError } from '../../shared/form/form-error';
import { startAdminSession } from '../../shared/session/admin-session';
import { ErrorBanner } from '../../shared/ui/error-banner';
import { type Credentials, logIn } from './api';

/** The login of administrators. The page's guard navigates afterwards. */
export function AdminLoginForm() {
  const summaryId = useId();
  const { register, handleSubmit, setError, clearErrors, formState } = useForm<Credentials>({
    defaultValues: { email: '', password: '' },
  });
  const { errors, isSubmitting } = formState;
  const isMissing = [errors.email, errors.password].some((error) => error?.type === 'required');
  const summary = isMissing ? summaryId : undefined;

  async function submit({ email, password }: Credentials) {
    try {
      const { token, admin } = await logIn({ email: email.trim(), password });
      startAdminSession(token, admin);
    } catch (error) {
      applyServerErrors(error, setError, ['email', 'password'], 'Login failed');
    }
  }

  return (
    <form className="form" noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
      <ErrorBanner
        message={errors.root?.message ?? null}
        onDismiss={() => {
          clearErrors('root');
        }}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        required
        aria-describedby={summary}
        error={errors.email?.message}
        {...register('email', {
          required: true,
          validate: (text) => isEmail(text) || INVALID_EMAIL,
        })}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        required
        aria-describedby={summary}
        error={errors.password?.message}
        {...register('password', { required: true })}
      />
      <FormError id={summaryId} message={isMissing ? FILL_IN_ALL : undefined} />
      <SubmitButton isBusy={isSubmitting} busyText="Signing in...">
        Sign in
      </SubmitButton>
    </form>
  );
}
