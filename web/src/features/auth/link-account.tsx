import { useMutation } from '@tanstack/react-query';
import { useLayoutEffect, useState } from 'react';
import { useForm } from 'react-hook-form';

import { messageFor } from '../../shared/api/errors';
import type { FinishAnswer } from '../../shared/api/types';
import { FormError } from '../../shared/form/form-error';
import { PasswordField } from '../../shared/form/password-field';
import { applyServerErrors } from '../../shared/form/server-errors';
import { SubmitButton } from '../../shared/form/submit-button';
import { finish, mailLinkCode } from './api';
import './auth.css';
import { MailedCodeForm } from './mailed-code-form';
import { LOGIN_TEXTS } from './texts';

const NO_PASSWORD = 'Please enter your password';
const NOT_MAILED = 'Failed to send the code';

type Props = {
  /** The code that came back from the provider. */
  code: string;
  /** The address of the account, which the provider has verified. */
  email: string;
  /** The label of the provider. */
  provider: string;
  onAnswer: (answer: FinishAnswer) => void;
  onRestart: () => void;
};

/** Asks for a secret of the account that a provider's account is linked to: its password, or a mailed code. */
export function LinkAccount({ code, email, provider, onAnswer, onRestart }: Props) {
  const [isByMail, setByMail] = useState(false);
  const [codeSentAt, setCodeSentAt] = useState<number>();

  async function mail() {
    const { message } = await mailLinkCode(code);
    setCodeSentAt(Date.now());
    return message;
  }

  return (
    <>
      <p className="bare-lead">
        {isByMail ? (
          <>
            Enter the 6-digit code that we sent to <strong>{email}</strong>.
          </>
        ) : (
          <>
            There is an account with <strong>{email}</strong> already. Show once that it is yours;
            from then on {provider} logs you in.
          </>
        )}
      </p>
      {isByMail ? (
        <MailedCodeForm
          email={email}
          codeSentAt={codeSentAt}
          verify={async (_, otp) => {
            onAnswer(await finish(code, { otp }));
          }}
          resend={mail}
        />
      ) : (
        <PasswordForm
          email={email}
          submit={async (password) => {
            onAnswer(await finish(code, { password }));
          }}
        />
      )}
      <Others
        isByMail={isByMail}
        choose={async (mailed) => {
          if (mailed && codeSentAt === undefined) {
            await mail();
          }
          setByMail(mailed);
        }}
        onRestart={onRestart}
      />
    </>
  );
}

type PasswordProps = { email: string; submit: (password: string) => Promise<void> };

function PasswordForm({ email, submit }: PasswordProps) {
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    defaultValues: { password: '' },
  });
  const { errors, isSubmitting } = formState;

  // The form appears in place of a text, and of the boxes of a code.
  useLayoutEffect(() => {
    setFocus('password');
  }, [setFocus]);

  async function send({ password }: { password: string }) {
    try {
      await submit(password);
    } catch (error) {
      applyServerErrors(error, setError, ['password'], LOGIN_TEXTS.failure);
    }
  }

  return (
    <form className="form" noValidate onSubmit={(event) => void handleSubmit(send)(event)}>
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        required
        error={errors.password?.message}
        {...register('password', { validate: (text) => text !== '' || NO_PASSWORD })}
      />
      <FormError message={errors.root?.message} />
      <SubmitButton isBusy={isSubmitting} busyText={LOGIN_TEXTS.busy}>
        {LOGIN_TEXTS.submit}
      </SubmitButton>
    </form>
  );
}

type OthersProps = {
  isByMail: boolean;
  choose: (isByMail: boolean) => Promise<void>;
  onRestart: () => void;
};

/** The ways out of the form: the other secret, or the login. */
function Others({ isByMail, choose, onRestart }: OthersProps) {
  const choice = useMutation({ mutationFn: choose });
  return (
    <div className="link-account-others">
      <FormError message={choice.isError ? messageFor(choice.error, NOT_MAILED) : undefined} />
      <p className="second-step-others">
        <button
          type="button"
          className="link-button"
          disabled={choice.isPending}
          onClick={() => {
            choice.mutate(!isByMail);
          }}
        >
          {isByMail ? 'Use the password' : 'Mail me a code instead'}
        </button>
        <button type="button" className="link-button" onClick={onRestart}>
          Back to the login
        </button>
      </p>
    </div>
  );
}
