import { useEffect } from 'react';
import { useForm } from 'react-hook-form';

import { FormError } from '../../shared/form/form-error';
import { applyServerErrors } from '../../shared/form/server-errors';
import { SubmitButton } from '../../shared/form/submit-button';
import { TextField } from '../../shared/form/text-field';
import type { AccountKind } from '../../shared/session/ended-session';
import { confirmTotp } from './api';

const GROUP = /.{1,4}/g;

/** What the app has to know: as a text, and as a picture in a `data:` URL. */
export type Secret = { text: string; qr: string };

type Props = {
  kind: AccountKind;
  secret: Secret;
  onConfirmed: (recoveryCodes: string[]) => void;
  onCancel: () => void;
};

/** The steps that give the authenticator app its secret, and show that it has it. */
export function SetUp({ kind, secret, onConfirmed, onCancel }: Props) {
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    defaultValues: { code: '' },
  });
  const { errors, isSubmitting } = formState;

  useEffect(() => {
    setFocus('code');
  }, [setFocus]);

  async function submit({ code }: { code: string }) {
    try {
      onConfirmed(await confirmTotp(kind, code.trim()));
    } catch (error) {
      applyServerErrors(error, setError, ['code'], 'Failed to set up the second factor');
    }
  }

  return (
    <div className="security-setup">
      <img
        className="security-qr"
        src={secret.qr}
        width={220}
        height={220}
        alt="QR code for your authenticator app; the same secret as text follows"
      />
      <div className="security-steps">
        <p className="security-text">
          Scan the picture with an authenticator app, or type this secret into it:
        </p>
        <p className="security-secret">
          <code>{secret.text.match(GROUP)?.join(' ')}</code>
        </p>
        <form className="form" noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
          <TextField
            label="Code that the app shows"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            error={errors.code?.message}
            {...register('code', {
              validate: (text) => text.trim() !== '' || 'Please enter the six digits',
            })}
          />
          <FormError message={errors.root?.message} />
          <div className="security-actions">
            <button type="button" className="button" onClick={onCancel}>
              Cancel
            </button>
            <SubmitButton isBusy={isSubmitting} busyText="Checking...">
              Turn on
            </SubmitButton>
          </div>
        </form>
      </div>
    </div>
  );
}
