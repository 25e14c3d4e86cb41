import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';

import { hasCode } from '../api/errors';
import { FormError } from './form-error';
import { applyServerErrors } from './server-errors';
import { SubmitButton } from './submit-button';
import { TextField } from './text-field';

const APP_CODE = {
  label: 'Code of your authenticator app',
  missing: 'Please enter the six digits',
};
const RECOVERY_CODE = { label: 'Recovery code', missing: 'Please enter a recovery code' };

type Props = {
  /** Sends the code; errors thrown are shown in the form. */
  complete: (code: string) => Promise<void>;
  /** Leads back to the password, with the reason if it was not the person's choice. */
  onRestart: (reason?: string) => void;
  texts: { submit: string; busy: string; failure: string };
};

/** The second step of a login: a code of the authenticator app, or a recovery code. */
export function SecondStepForm({ complete, onRestart, texts }: Props) {
  const [isRecovery, setRecovery] = useState(false);
  const { register, handleSubmit, setError, setFocus, reset, formState } = useForm({
    defaultValues: { code: '' },
  });
  const { errors, isSubmitting } = formState;
  const { label, missing } = isRecovery ? RECOVERY_CODE : APP_CODE;

  // The form replaces that of the password, and its field the other one.
  useEffect(() => {
    setFocus('code');
  }, [setFocus, isRecovery]);

  async function submit({ code }: { code: string }) {
    try {
      await complete(code.trim());
    } catch (error) {
      if (hasCode(error, 'invalid_ticket')) {
        onRestart(error instanceof Error ? error.message : undefined);
      } else {
        applyServerErrors(error, setError, ['code'], texts.failure);
      }
    }
  }

  return (
    <form className="form" noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
      <TextField
        key={label}
        label={label}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        spellCheck={false}
        required
        hint={isRecovery ? 'One of the ten that you saved; it works once.' : undefined}
        error={errors.code?.message}
        {...register('code', { validate: (text) => text.trim() !== '' || missing })}
      />
      <FormError message={errors.root?.message} />
      <SubmitButton isBusy={isSubmitting} busyText={texts.busy}>
        {texts.submit}
      </SubmitButton>
      <p className="second-step-others">
        <button
          type="button"
          className="link-button"
          onClick={() => {
            reset();
            setRecovery(!isRecovery);
          }}
        >
          {isRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
        </button>
        <button
          type="button"
          className="link-button"
          onClick={() => {
            onRestart();
          }}
        >
          Back to the password
        </button>
      </p>
    </form>
  );
}
