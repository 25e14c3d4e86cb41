import { useId, useRef } from 'react';
import { useController, useForm, useWatch } from 'react-hook-form';

import { ApiError } from '../../shared/api/errors';
import { FormError } from '../../shared/form/form-error';
import { PasswordField } from '../../shared/form/password-field';
import { PasswordStrength } from '../../shared/form/password-strength';
import { PASSWORD_LENGTH_MIN, isEmail, lengthOf } from '../../shared/form/rules';
import { applyServerErrors } from '../../shared/form/server-errors';
import { SubmitButton } from '../../shared/form/submit-button';
import { TextField } from '../../shared/form/text-field';
import { INVALID_EMAIL, PASSWORDS_DIFFER, SHORT_PASSWORD } from '../../shared/form/texts';
import { useFirstField } from '../../shared/ui/page-title';
import { CodeBoxes, EMPTY_CODE, isCompleteCode } from '../../shared/ui/code-boxes';
import { type Reset, resetPassword } from './api';

const INCOMPLETE = 'Please enter the complete verification code';

type Values = Reset & { confirmation: string };

type Props = {
  /** The address that the code was sent to, if it is known. */
  email: string | undefined;
  onReset: (message: string) => void;
};

/** Sets a new password with the emailed code. */
export function ResetPasswordForm({ email, onReset }: Props) {
  const strengthId = useId();
  const form = useForm<Values>({
    defaultValues: { email: email ?? '', otp: EMPTY_CODE, newPassword: '', confirmation: '' },
  });
  const { register, handleSubmit, setError, setFocus, control } = form;
  const isSending = useRef(false);
  // Registered in display order, so that the first invalid field gets the focus.
  const emailInput = register('email', { validate: (text) => isEmail(text) || INVALID_EMAIL });
  const {
    field: { ref: codeRef, value: code, onChange: setCode },
  } = useController({
    control,
    name: 'otp',
    rules: { validate: (digits) => isCompleteCode(digits) || INCOMPLETE },
  });
  const newPassword = useWatch({ control, name: 'newPassword' });
  const { errors, isSubmitting } = form.formState;
  useFirstField(() => {
    setFocus(email === undefined ? 'email' : 'otp');
  });

  async function submit({ email: address, otp, newPassword: password }: Values) {
    if (isSending.current) {
      return;
    }
    isSending.current = true;
    try {
      const reset = { email: address.trim(), otp, newPassword: password };
      onReset((await resetPassword(reset)).message);
    } catch (error) {
      const shownFields = ['otp', 'newPassword'] as const;
      const fields = email === undefined ? (['email', ...shownFields] as const) : shownFields;
      if (error instanceof ApiError && error.fields['otp'] !== undefined) {
        form.setValue('otp', EMPTY_CODE);
      }
      applyServerErrors(error, setError, fields, 'Failed to reset password');
      isSending.current = false;
    }
  }

  /** Moves the focus after the sixth digit: to the first empty password, or submits. */
  function enterCode(digits: string) {
    setCode(digits);
    if (isCompleteCode(digits)) {
      const missing = (['newPassword', 'confirmation'] as const).find(
        (field) => form.getValues(field) === '',
      );
      if (missing) {
        setFocus(missing);
      } else {
        void handleSubmit(submit)();
      }
    }
  }

  return (
    <form className="form" noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
      {email === undefined ? (
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          required
          error={errors.email?.message}
          {...emailInput}
        />
      ) : (
        // The account of the new password, for password managers.
        <input type="email" autoComplete="username" readOnly hidden {...emailInput} />
      )}
      <CodeBoxes
        ref={codeRef}
        label="Verification code"
        value={code}
        onChange={enterCode}
        error={errors.otp?.message}
      />
      <PasswordField
        label="New Password"
        autoComplete="new-password"
        required
        aria-describedby={strengthId}
        error={errors.newPassword?.message}
        {...register('newPassword', {
          deps: 'confirmation',
          validate: (text) => lengthOf(text) >= PASSWORD_LENGTH_MIN || SHORT_PASSWORD,
        })}
      />
      <PasswordStrength id={strengthId} password={newPassword} />
      <PasswordField
        label="Confirm Password"
        autoComplete="new-password"
        required
        error={errors.confirmation?.message}
        {...register('confirmation', {
          validate: (text, values) => text === values.newPassword || PASSWORDS_DIFFER,
        })}
      />
      <FormError message={errors.root?.message} />
      <SubmitButton isBusy={isSubmitting} busyText="Resetting...">
        Reset Password
      </SubmitButton>
    </form>
  );
}
