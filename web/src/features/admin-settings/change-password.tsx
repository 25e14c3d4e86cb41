import { useId } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { toast } from '../../shared/toast';

import type { Admin } from '../../shared/api/types';
import { PasswordField } from '../../shared/form/password-field';
import { PasswordStrength } from '../../shared/form/password-strength';
import { PASSWORD_LENGTH_MIN, lengthOf } from '../../shared/form/rules';
import { applyServerErrors } from '../../shared/form/server-errors';
import { SubmitButton } from '../../shared/form/submit-button';
import { PASSWORDS_DIFFER, SHORT_PASSWORD } from '../../shared/form/texts';
import { startAdminSession } from '../../shared/session/admin-session';
import { ErrorBanner } from '../../shared/ui/error-banner';
import { changeAdminPassword } from './api';

const EMPTY = { currentPassword: '', newPassword: '', confirmPassword: '' };

/** Changes the password, and goes on with the token that comes back. */
export function ChangePassword({ admin }: { admin: Admin }) {
  const strengthId = useId();
  const { register, handleSubmit, setError, clearErrors, reset, control, formState } = useForm({
    defaultValues: EMPTY,
  });
  const newPassword = useWatch({ control, name: 'newPassword' });
  const { errors, isSubmitting } = formState;

  async function change(passwords: typeof EMPTY) {
    try {
      startAdminSession(
        await changeAdminPassword(passwords.currentPassword, passwords.newPassword),
        admin,
      );
      reset(EMPTY);
      toast.success('Password updated successfully');
    } catch (error) {
      const fields = ['currentPassword', 'newPassword'] as const;
      applyServerErrors(error, setError, fields, 'Failed to update password');
    }
  }

  return (
    <form className="form" noValidate onSubmit={(event) => void handleSubmit(change)(event)}>
      <ErrorBanner
        message={errors.root?.message ?? null}
        onDismiss={() => {
          clearErrors('root');
        }}
      />
      <input type="text" autoComplete="username" value={admin.email} readOnly hidden />
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
      <SubmitButton isBusy={isSubmitting} busyText="Updating...">
        Update Password
      </SubmitButton>
    </form>
  );
}
