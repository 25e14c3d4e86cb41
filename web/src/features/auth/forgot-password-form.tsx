import { useForm } from 'react-hook-form';

import { FormError } from '../../shared/form/form-error';
import { isEmail } from '../../shared/form/rules';
import { applyServerErrors } from '../../shared/form/server-errors';
import { SubmitButton } from '../../shared/form/submit-button';
import { TextField } from '../../shared/form/text-field';
import { INVALID_EMAIL } from '../../shared/form/texts';
import { sendResetCode } from './api';

type Values = { email: string };

type Props = { email: string | undefined; onCodeSent: (email: string) => void };

/** Requests a code for a new password. */
export function ForgotPasswordForm({ email = '', onCodeSent }: Props) {
  const { register, handleSubmit, setError, formState } = useForm<Values>({
    defaultValues: { email },
  });
  const { errors, isSubmitting } = formState;

  async function submit(values: Values) {
    const address = values.email.trim();
    try {
      await sendResetCode(address);
      onCodeSent(address);
    } catch (error) {
      applyServerErrors(error, setError, ['email'], 'Failed to send reset code');
    }
  }

  return (
    <form className="form" noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        required
        error={errors.email?.message}
        {...register('email', { validate: (text) => isEmail(text) || INVALID_EMAIL })}
      />
      <FormError message={errors.root?.message} />
      <SubmitButton isBusy={isSubmitting} busyText="Sending...">
        Send reset code
      </SubmitButton>
    </form>
  );
}
