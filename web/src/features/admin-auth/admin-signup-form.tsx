import { useId } from 'react';
import { useForm, useWatch } from 'react-hook-form';

import { FormError } from '../../shared/form/form-error';
import { PasswordField } from '../../shared/form/password-field';
import { PasswordStrength } from '../../shared/form/password-strength';
import { applyServerErrors } from '../../shared/form/server-errors';
import { SubmitButton } from '../../shared/form/submit-button';
import { TextField } from '../../shared/form/text-field';
import { FILL_IN_ALL } from '../../shared/form/texts';
import { ErrorBanner } from '../../shared/ui/error-banner';
import { type NewAdmin, signUp } from './api';
import { SIGNUP_FIELDS, signupRules } from './signup-rules';

/** The sign-up of administrators, which needs the master password. */
export function AdminSignupForm({ onDone }: { onDone: () => void }) {
  const summaryId = useId();
  const strengthId = useId();
  const { register, handleSubmit, setError, clearErrors, control, formState } = useForm<NewAdmin>({
    defaultValues: { username: '', email: '', password: '', masterPassword: '' },
  });
  const password = useWatch({ control, name: 'password' });
  const { errors, isSubmitting } = formState;
  const isMissing = SIGNUP_FIELDS.some((field) => errors[field]?.type === 'required');
  const summary = isMissing ? summaryId : undefined;

  async function submit(values: NewAdmin) {
    const { username, email } = values;
    try {
      await signUp({ ...values, username: username.trim(), email: email.trim() });
      onDone();
    } catch (error) {
      applyServerErrors(error, setError, SIGNUP_FIELDS, 'Signup failed');
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
        label="Username"
        autoComplete="nickname"
        autoCapitalize="none"
        required
        aria-describedby={summary}
        error={errors.username?.message}
        {...register('username', signupRules.username)}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        required
        aria-describedby={summary}
        error={errors.email?.message}
        {...register('email', signupRules.email)}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        required
        aria-describedby={[summary, strengthId].filter(Boolean).join(' ')}
        error={errors.password?.message}
        {...register('password', signupRules.password)}
      />
      <PasswordStrength id={strengthId} password={password} />
      <PasswordField
        label="Master password"
        hint="Contact the system administrator"
        autoComplete="off"
        required
        aria-describedby={summary}
        error={errors.masterPassword?.message}
        {...register('masterPassword', signupRules.masterPassword)}
      />
      <FormError id={summaryId} message={isMissing ? FILL_IN_ALL : undefined} />
      <SubmitButton isBusy={isSubmitting} busyText="Creating account...">
        Create Account
      </SubmitButton>
    </form>
  );
}
