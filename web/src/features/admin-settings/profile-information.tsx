import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { toast } from '../../shared/toast';

import { invalidateAfter } from '../../shared/api/invalidation';
import type { Admin } from '../../shared/api/types';
import { NAME_LENGTH_MIN, isEmail, lengthOf } from '../../shared/form/rules';
import { PasswordField } from '../../shared/form/password-field';
import { applyServerErrors } from '../../shared/form/server-errors';
import { SubmitButton } from '../../shared/form/submit-button';
import { TextField } from '../../shared/form/text-field';
import { INVALID_EMAIL, SHORT_USERNAME } from '../../shared/form/texts';
import { updateAdmin } from '../../shared/session/admin-session';
import { ErrorBanner } from '../../shared/ui/error-banner';
import { type AdminProfile, changeAdminProfile, settingsQuery } from './api';

type Values = AdminProfile & { currentPassword: string };

export function ProfileInformation({ admin: { username, email } }: { admin: Admin }) {
  const client = useQueryClient();
  const { register, handleSubmit, setError, clearErrors, reset, control, formState } =
    useForm<Values>({ defaultValues: { username, email, currentPassword: '' } });
  const isNewEmail = (text: string) =>
    isEmail(text) && text.trim().toLowerCase() !== email.toLowerCase();
  const needsPassword = isNewEmail(useWatch({ control, name: 'email' }));
  const { errors, isSubmitting, isDirty } = formState;

  async function save(values: Values) {
    try {
      const changes = { username: values.username.trim(), email: values.email.trim() };
      const password = isNewEmail(changes.email) && { currentPassword: values.currentPassword };
      const saved = await changeAdminProfile({ ...changes, ...password });
      updateAdmin(saved);
      reset({ username: saved.username, email: saved.email, currentPassword: '' });
      client.setQueryData(settingsQuery().queryKey, saved);
      toast.success('Profile updated successfully');
      void invalidateAfter(client, 'author');
    } catch (error) {
      const fields = ['username', 'email', 'currentPassword'] as const;
      applyServerErrors(error, setError, fields, 'Failed to update profile');
    }
  }

  // Data of the server fills the fields, unless the form has unsaved input.
  useEffect(() => {
    if (!isDirty) {
      reset({ username, email, currentPassword: '' });
    }
  }, [username, email, isDirty, reset]);

  return (
    <form className="form" noValidate onSubmit={(event) => void handleSubmit(save)(event)}>
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
        error={errors.username?.message}
        {...register('username', {
          validate: (text) => lengthOf(text.trim()) >= NAME_LENGTH_MIN || SHORT_USERNAME,
        })}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        hint="A new one is confirmed by a code"
        error={errors.email?.message}
        {...register('email', { validate: (text) => isEmail(text) || INVALID_EMAIL })}
      />
      {needsPassword && (
        <PasswordField
          label="Password"
          hint="To change the email"
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...register('currentPassword', {
            required: 'Please enter your current password',
            shouldUnregister: true,
          })}
        />
      )}
      <SubmitButton isBusy={isSubmitting} busyText="Saving...">
        Save Changes
      </SubmitButton>
    </form>
  );
}
