import { useId } from 'react';
import { useForm, useWatch } from 'react-hook-form';

import { FormError } from '../../shared/form/form-error';
import { PasswordField } from '../../shared/form/password-field';
import { PasswordStrength } from '../../shared/form/password-strength';
import { NAME_LENGTH_MIN, PASSWORD_LENGTH_MIN, isEmail, lengthOf } from '../../shared/form/rules';
import { applyServerErrors } from '../../shared/form/server-errors';
import { SubmitButton } from '../../shared/form/submit-button';
import { TextField } from '../../shared/form/text-field';
import { FILL_IN_ALL, INVALID_EMAIL, SHORT_PASSWORD } from '../../shared/form/texts';
import { type Account, register as registerAccount } from './api';
import { rewordError } from './texts';

const SHORT_NAME = 'Name must be at least 2 characters long';

type Props = { email: string | undefined; onCodeSent: (email: string) => void };

/** Creates an account, which the emailed code then verifies. */
export function SignupForm({ email: known = '', onCodeSent }: Props) {
  const summaryId = useId();
  const strengthId = useId();
  const { register, handleSubmit, setError, control, formState } = useForm<Account>({
    defaultValues: { name: '', email: known, password: '' },
  });
  const password = useWatch({ control, name: 'password' });
  const { errors, isSubmitting } = formState;
  const isMissing = [errors.name, errors.email, errors.password].some(
    (error) => error?.type === 'required',
  );
  const summary = isMissing ? summaryId : undefined;

  async function submit(values: Account) {
    const email = values.email.trim();
    try {
      await registerAccount({ ...values, name: values.name.trim(), email });
      onCodeSent(email);
    } catch (error) {
      const fields = ['name', 'email', 'password'] as const;
      applyServerErrors(rewordError(error), setError, fields, 'Failed to create account');
    }
  }

  return (
    <form className="form" noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
      <TextField
        label="Name"
        autoComplete="name"
        autoCapitalize="words"
        required
        aria-describedby={summary}
        error={errors.name?.message}
        {...register('name', {
          required: true,
          validate: (text) => lengthOf(text.trim()) >= NAME_LENGTH_MIN || SHORT_NAME,
        })}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
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
        autoComplete="new-password"
        required
        aria-describedby={[summary, strengthId].filter(Boolean).join(' ')}
        error={errors.password?.message}
        {...register('password', {
          required: true,
          validate: (text) => lengthOf(text) >= PASSWORD_LENGTH_MIN || SHORT_PASSWORD,
        })}
      />
      <PasswordStrength id={strengthId} password={password} />
      <FormError id={summaryId} message={isMissing ? FILL_IN_ALL : errors.root?.message} />
      <SubmitButton isBusy={isSubmitting} busyText="Signing up...">
        Sign up
      </SubmitButton>
    </form>
  );
}
