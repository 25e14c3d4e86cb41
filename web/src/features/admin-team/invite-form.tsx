import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';

import { invalidateAfter } from '../../shared/api/invalidation';
import type { Role } from '../../shared/api/types';
import { isEmail } from '../../shared/form/rules';
import { applyServerErrors } from '../../shared/form/server-errors';
import { SubmitButton } from '../../shared/form/submit-button';
import { TextField } from '../../shared/form/text-field';
import { INVALID_EMAIL } from '../../shared/form/texts';
import { toast } from '../../shared/toast';
import { ErrorBanner } from '../../shared/ui/error-banner';
import { invite } from './api';
import { RoleChoice } from './role-choice';
import { TeamSection } from './team-section';

type Values = { email: string; role: Role };

const EMPTY: Values = { email: '', role: 'author' };

/** The form that mails an invitation. */
export function InviteForm() {
  const client = useQueryClient();
  const { register, handleSubmit, setError, clearErrors, setFocus, reset, formState } =
    useForm<Values>({ defaultValues: EMPTY });
  const { errors, isSubmitting } = formState;

  async function submit({ email, role }: Values) {
    try {
      const { message } = await invite(email.trim(), role);
      toast.success(message);
      // Before the reset: right after it the form does not know its fields.
      setFocus('email');
      reset(EMPTY);
      void invalidateAfter(client, 'invitation');
    } catch (error) {
      applyServerErrors(error, setError, ['email', 'role'], 'Failed to send the invitation');
    }
  }

  return (
    <TeamSection title="Invite someone">
      <form
        className="form panel-card panel-form"
        noValidate
        onSubmit={(event) => void handleSubmit(submit)(event)}
      >
        <ErrorBanner
          message={errors.root?.message ?? null}
          onDismiss={() => {
            clearErrors('root');
          }}
        />
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="off"
          hint="The link is valid for 7 days, for one use"
          required
          error={errors.email?.message}
          {...register('email', { validate: (text) => isEmail(text) || INVALID_EMAIL })}
        />
        <RoleChoice field={register('role')} error={errors.role?.message} />
        <SubmitButton isBusy={isSubmitting} busyText="Sending...">
          Send Invitation
        </SubmitButton>
      </form>
    </TeamSection>
  );
}
