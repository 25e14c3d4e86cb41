import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { toast } from '../../shared/toast';

import type { Admin } from '../../shared/api/types';
import { FormError } from '../../shared/form/form-error';
import { applyServerErrors } from '../../shared/form/server-errors';
import { SubmitButton } from '../../shared/form/submit-button';
import { startAdminSession, updateAdmin } from '../../shared/session/admin-session';
import { CodeBoxes, EMPTY_CODE, isCompleteCode } from '../../shared/ui/code-boxes';
import { toastFailure } from '../../shared/session/toast-failure';
import { changeAdminProfile, resendAdminCode, settingsQuery, verifyAdminEmail } from './api';

type Props = { admin: Admin; pendingEmail: string };

/** The form for the code sent to a new email address; it can also cancel the change. */
export function PendingEmail({ admin, pendingEmail }: Props) {
  const client = useQueryClient();
  const { handleSubmit, setError, setValue, control, formState } = useForm({
    defaultValues: { otp: EMPTY_CODE },
  });
  const code = useWatch({ control, name: 'otp' });
  const { errors, isSubmitting } = formState;
  const resend = useMutation({
    mutationFn: resendAdminCode,
    onSuccess: ({ message }) => {
      toast.success(message);
    },
    onError: (error) => {
      toastFailure(error, 'Failed to resend code');
    },
  });
  const cancel = useMutation({
    mutationFn: () => changeAdminProfile({ username: admin.username, email: admin.email }),
    onSuccess: (saved) => {
      updateAdmin(saved);
      client.setQueryData(settingsQuery().queryKey, saved);
    },
    onError: (error) => {
      toastFailure(error, 'Failed to update profile');
    },
  });

  async function verify({ otp }: { otp: string }) {
    try {
      const changed = await verifyAdminEmail(otp);
      startAdminSession(changed.token, changed.admin);
      client.setQueryData(settingsQuery().queryKey, changed.admin);
      toast.success(changed.message);
    } catch (error) {
      setValue('otp', EMPTY_CODE);
      applyServerErrors(error, setError, ['otp'], 'Verification failed');
    }
  }

  return (
    <form
      className="form settings-pending"
      noValidate
      onSubmit={(event) => void handleSubmit(verify)(event)}
    >
      <p role="status">
        We mailed a code to <strong>{pendingEmail}</strong>. Your email stays {admin.email} until
        you enter it.
      </p>
      <Controller
        control={control}
        name="otp"
        render={({ field: { value, onChange, ref } }) => (
          <CodeBoxes
            ref={ref}
            label="Verification code"
            value={value}
            onChange={onChange}
            error={errors.otp?.message}
          />
        )}
      />
      <FormError message={errors.root?.message} />
      <SubmitButton
        isBusy={isSubmitting}
        busyText="Verifying..."
        disabled={!isCompleteCode(code) && !isSubmitting}
      >
        Verify
      </SubmitButton>
      <div className="settings-pending-foot">
        <button
          type="button"
          className="link-button"
          disabled={resend.isPending}
          onClick={() => {
            resend.mutate();
          }}
        >
          Resend code
        </button>
        <button
          type="button"
          className="link-button"
          disabled={cancel.isPending}
          onClick={() => {
            cancel.mutate();
          }}
        >
          Keep the present one
        </button>
      </div>
    </form>
  );
}
