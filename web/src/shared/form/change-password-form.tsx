import { useId } from 'react';
import { useForm, useWatch } from 'react-hook-form';

import { FormError } from './form-error';
import { PasswordField } from './password-field';
import { PasswordStrength } from './password-strength';
import { PASSWORD_LENGTH_MIN, lengthOf } from './rules';
import { applyServerErrors } from './server-errors';
import { SubmitButton } from './submit-button';
import { PASSWORDS_DIFFER, SHORT_PASSWORD } from './texts';

const EMPTY = { currentPassword: '', newPassword: '', confirmPassword: '' };

type Props = {
  /** The account of the password, for password managers. */
  email: string;
  /** Changes the password; errors thrown are shown in the form. */
  change: (currentPassword: string, newPassword: string) => Promise<void>;
};

/** The form with the current password, the new one and its confirmation. */
export function ChangePasswordForm({ email, change }: Props) {
  const strengthId = useId();
  const { register, handleSubmit, setError, reset, control, formState } = useForm({
    defaultValues: EMPTY,
  });
  const newPassword = useWatch({ control, name: 'newPassword' });
  const { errors, isSubmitting } = formState;

  async function submit(passwords: typeof EMPTY) {
    try {
      await change(passwords.currentPassword, passwords.newPassword);
      reset(EMPTY);
    } catch (error) {
      const fields = ['currentPassword', 'newPassword'] as const;
      applyServerErrors(error, setError, fields, 'Failed to update password');
    }
  }

  return (
    <form className="form" noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...register('currentPassword', { required: 'Please enter your current password' })}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        aria-describedby={strengthId}
        error={errors.newPassword?.message}
        {...register('newPassword', {
          deps: 'confirmPassword',
          validate: (text) => lengthOf(text) >= PASSWORD_LENGTH_MIN || SHORT_PASSWORD,
        })}
      />
      <PasswordStrength id={strengthId} password={newPassword} />
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...register('confirmPassword', {
          validate: (text, form) => text === form.newPassword || PASSWORDS_DIFFER,
        })}
      />
      <FormError message={errors.root?.message} />
      <SubmitButton isBusy={isSubmitting} busyText="Updating...">
        Update Password
      </SubmitButton>
    </form>
  );
}
