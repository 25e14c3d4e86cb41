import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';

import { hasCode } from '../api/errors';
import type { SecondProof } from '../api/types';
import { PasskeyButton } from '../passkeys/passkey-button';
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
  /** Sends the code or the passkey; errors thrown are shown in the form. */
  complete: (proof: SecondProof) => Promise<void>;
  /** What the account has: `totp`, `passkey`, `recovery`. */
  methods: readonly string[];
  /** Leads back to the login, with the reason if it was not the person's choice. */
  onRestart: (reason?: string) => void;
  texts: { submit: string; busy: string; failure: string };
};

/** The second step of a login: a code of the authenticator app, a recovery code, or a passkey. */
export function SecondStepForm({ complete, methods, onRestart, texts }: Props) {
  const hasApp = methods.includes('totp');
  const [isRecovery, setRecovery] = useState(!hasApp);
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
      await completeOrRestart({ code: code.trim() });
    } catch (error) {
      applyServerErrors(error, setError, ['code'], texts.failure);
    }
  }

  async function completeOrRestart(proof: SecondProof) {
    try {
      await complete(proof);
    } catch (error) {
      if (!hasCode(error, 'invalid_ticket')) {
        throw error;
      }
      onRestart(error instanceof Error ? error.message : undefined);
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
      {methods.includes('passkey') && (
        <PasskeyButton
          label="Use a passkey"
          complete={(passkey) => completeOrRestart({ passkey })}
        />
      )}
      <p className="second-step-others">
        {hasApp && (
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
        )}
        <button
          type="button"
          className="link-button"
          onClick={() => {
            onRestart();
          }}
        >
          Back to the login
        </button>
      </p>
    </form>
  );
}
