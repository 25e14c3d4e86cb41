import { type SubmitEvent, useRef } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';

import { FormError } from '../../shared/form/form-error';
import { isEmail } from '../../shared/form/rules';
import { applyServerErrors } from '../../shared/form/server-errors';
import { SubmitButton } from '../../shared/form/submit-button';
import { TextField } from '../../shared/form/text-field';
import { INVALID_EMAIL } from '../../shared/form/texts';
import { useFirstField } from '../../shared/ui/page-title';
import { CodeBoxes, EMPTY_CODE, isCompleteCode } from '../../shared/ui/code-boxes';
import { ResendCode } from './resend-code';

const INCOMPLETE = 'Please enter all 6 digits';

type Values = { email: string; otp: string };

type Props = {
  /** The address that the code was sent to, if it is known. */
  email: string | undefined;
  codeSentAt: number | undefined;
  /** Uses the code; errors thrown are shown in the form. */
  verify: (email: string, code: string) => Promise<void>;
  /** Sends another code. Returns the message of the server. */
  resend: (email: string) => Promise<string>;
};

/** The form for the six digits that were mailed to an address. */
export function MailedCodeForm({ email, codeSentAt, verify, resend }: Props) {
  const form = useForm<Values>({ defaultValues: { email: email ?? '', otp: EMPTY_CODE } });
  const { register, handleSubmit, setError, setValue, setFocus, getValues, control } = form;
  const isSending = useRef(false);
  const code = useWatch({ control, name: 'otp' });
  const { errors, isSubmitting } = form.formState;
  useFirstField(() => {
    setFocus(email === undefined ? 'email' : 'otp');
  });

  async function submit({ email: address, otp }: Values) {
    if (!isCompleteCode(otp)) {
      setError('otp', { message: INCOMPLETE }, { shouldFocus: true });
      return;
    }
    // The sixth digit submits the code; Enter right after it does not submit it again.
    if (isSending.current) {
      return;
    }
    isSending.current = true;
    try {
      await verify(address.trim(), otp);
    } catch (error) {
      setValue('otp', EMPTY_CODE);
      setFocus('otp');
      const fields = email === undefined ? (['email', 'otp'] as const) : (['otp'] as const);
      applyServerErrors(error, setError, fields, 'Verification failed');
      isSending.current = false;
    }
  }

  /** Keeps the error when Enter is pressed on boxes that were emptied by a rejected code. */
  function submitManually(event: SubmitEvent) {
    event.preventDefault();
    if (isSending.current) {
      return;
    }
    if (getValues('otp') === EMPTY_CODE && form.getFieldState('otp').error) {
      setFocus('otp');
    } else {
      void handleSubmit(submit)(event);
    }
  }

  async function sendAgain() {
    const isValid = email !== undefined || (await form.trigger('email', { shouldFocus: true }));
    return isValid ? resend(getValues('email').trim()) : null;
  }

  return (
    <form className="form" noValidate onSubmit={submitManually}>
      {email === undefined && (
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          required
          error={errors.email?.message}
          {...register('email', { validate: (text) => isEmail(text) || INVALID_EMAIL })}
        />
      )}
      <Controller
        control={control}
        name="otp"
        render={({ field: { value, onChange, ref } }) => (
          <CodeBoxes
            ref={ref}
            label="Verification code"
            value={value}
            onChange={(digits) => {
              onChange(digits);
              if (isCompleteCode(digits)) {
                void handleSubmit(submit)();
              }
            }}
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
      <ResendCode sentAt={codeSentAt} resend={sendAgain} />
    </form>
  );
}
