import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { toast } from '../../shared/toast';

import type { Admin } from '../../shared/api/types';
import { NAME_LENGTH_MIN, isEmail, lengthOf } from '../../shared/form/rules';
import { applyServerErrors } from '../../shared/form/server-errors';
import { SubmitButton } from '../../shared/form/submit-button';
import { TextField } from '../../shared/form/text-field';
import { INVALID_EMAIL, SHORT_USERNAME } from '../../shared/form/texts';
import { updateAdmin } from '../../shared/session/admin-session';
import { ErrorBanner } from '../../shared/ui/error-banner';
import { type AdminProfile, changeAdminProfile, settingsQuery } from './api';

export function ProfileInformation({ admin: { username, email } }: { admin: Admin }) {
  const client = useQueryClient();
  const { register, handleSubmit, setError, clearErrors, reset, formState } = useForm<AdminProfile>(
    {
      defaultValues: { username, email },
    },
  );
  const { errors, isSubmitting, isDirty } = formState;

  async function save(values: AdminProfile) {
    try {
      const changes = { username: values.username.trim(), email: values.email.trim() };
      const saved = await changeAdminProfile(changes);
      updateAdmin(saved);
      reset({ username: saved.username, email: saved.email });
      client.setQueryData(settingsQuery().queryKey, saved);
      toast.success('Profile updated successfully');
      // The name stands under this administrator's posts.
      void client.invalidateQueries();
    } catch (error) {
      applyServerErrors(error, setError, ['username', 'email'], 'Failed to update profile');
    }
  }

  // What the server says fills the fields, but not over what is being written.
  useEffect(() => {
    if (!isDirty) {
      reset({ username, email });
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
        error={errors.email?.message}
        {...register('email', { validate: (text) => isEmail(text) || INVALID_EMAIL })}
      />
      <SubmitButton isBusy={isSubmitting} busyText="Saving...">
        Save Changes
      </SubmitButton>
    </form>
  );
}
