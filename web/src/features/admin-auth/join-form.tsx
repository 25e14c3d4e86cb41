import { useId } from 'react';
import { useForm, useWatch } from 'react-hook-form';

import { hasCode } from '../../shared/api/errors';
import { FormError } from '../../shared/form/form-error';
import { PasswordField } from '../../shared/form/password-field';
import { PasswordStrength } from '../../shared/form/password-strength';
import { applyServerErrors } from '../../shared/form/server-errors';
import { SubmitButton } from '../../shared/form/submit-button';
import { TextField } from '../../shared/form/text-field';
import { FILL_IN_ALL } from '../../shared/form/texts';
import { ErrorBanner } from '../../shared/ui/error-banner';
import { type InvitationProof, type Joined, join } from './api';
import { signupRules } from './signup-rules';

const FIELDS = ['username', 'password'] as const;
const FAILED = 'Failed to join the team';

type Values = { username: string; password: string };

type Props = {
  proof: InvitationProof;
  onJoined: (joined: Joined) => void;
  /** Called when the invitation cannot be used. */
  onInvalid: () => void;
};

/** The form of an invited member of the staff; the address is that of the invitation. */
export function JoinForm({ proof, onJoined, onInvalid }: Props) {
  const summaryId = useId();
  const strengthId = useId();
  const { register, handleSubmit, setError, clearErrors, control, formState } = useForm<Values>({
    defaultValues: { username: '', password: '' },
  });
  const password = useWatch({ control, name: 'password' });
  const { errors, isSubmitting } = formState;
  const isMissing = FIELDS.some((field) => errors[field]?.type === 'required');
  const summary = isMissing ? summaryId : undefined;

  async function submit(values: Values) {
    try {
      onJoined(await join({ ...values, ...proof, username: values.username.trim() }));
    } catch (error) {
      if (hasCode(error, 'invalid_link')) {
        onInvalid();
      } else {
        applyServerErrors(error, setError, FIELDS, FAILED);
      }
    }
  }

  return (
    <form className="form" noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
      <ErrorBanner
        message={errors.root?.message ?? null}
        onDismiss={() => {
          clearErrors('root');
        }}
      />
      <TextField
        label="Username"
        hint="Readers see it on your posts"
        autoComplete="nickname"
        autoCapitalize="none"
        required
        aria-describedby={summary}
        error={errors.username?.message}
        {...register('username', signupRules.username)}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        required
        aria-describedby={[summary, strengthId].filter(Boolean).join(' ')}
        error={errors.password?.message}
        {...register('password', signupRules.password)}
      />
      <PasswordStrength id={strengthId} password={password} />
      <FormError id={summaryId} message={isMissing ? FILL_IN_ALL : undefined} />
      <SubmitButton isBusy={isSubmitting} busyText="Joining...">
        Join
      </SubmitButton>
    </form>
  );
}
