import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';

import { invalidateAfter } from '../../shared/api/invalidation';
import type { Role } from '../../shared/api/types';
import { CheckboxGroup } from '../../shared/form/checkbox-group';
import { SelectField } from '../../shared/form/select-field';
import { applyServerErrors } from '../../shared/form/server-errors';
import { SubmitButton } from '../../shared/form/submit-button';
import { TextField } from '../../shared/form/text-field';
import { ROLES } from '../../shared/session/roles';
import { ErrorBanner } from '../../shared/ui/error-banner';
import { createApiKey } from './api';
import { RoleChoice } from './role-choice';
import { SCOPES } from './scopes';

type Values = { name: string; role: Role; scopes: string[]; days: string };

const EMPTY: Values = { name: '', role: 'author', scopes: ['posts:read'], days: '90' };
const NAME_LENGTH_MAX = 60;
/** A key is never an administrator. */
const KEY_ROLES = ROLES.filter((role) => role !== 'admin');

type Props = {
  /** Called with the key, which is shown once. */
  onMade: (key: string) => void;
};

/** The form that makes an API key. */
export function ApiKeyForm({ onMade }: Props) {
  const client = useQueryClient();
  const { register, handleSubmit, setError, clearErrors, formState } = useForm<Values>({
    defaultValues: EMPTY,
  });
  const { errors, isSubmitting } = formState;

  async function submit({ name, role, scopes, days }: Values) {
    try {
      const { key } = await createApiKey({ name: name.trim(), role, scopes, days: Number(days) });
      onMade(key);
      void invalidateAfter(client, 'apiKey');
    } catch (error) {
      const fields = ['name', 'role', 'scopes', 'days'] as const;
      applyServerErrors(error, setError, fields, 'Failed to make the key');
    }
  }

  return (
    <form
      className="form panel-card panel-form"
      noValidate
      aria-label="New API key"
      onSubmit={(event) => void handleSubmit(submit)(event)}
    >
      <ErrorBanner
        message={errors.root?.message ?? null}
        onDismiss={() => {
          clearErrors('root');
        }}
      />
      <TextField
        label="What the key is for"
        autoComplete="off"
        maxLength={NAME_LENGTH_MAX}
        required
        error={errors.name?.message}
        {...register('name', {
          validate: (text) => text.trim() !== '' || 'Please say what the key is for',
        })}
      />
      <RoleChoice field={register('role')} error={errors.role?.message} roles={KEY_ROLES} />
      <CheckboxGroup
        legend="It may"
        options={SCOPES}
        field={register('scopes', {
          validate: (scopes) => scopes.length > 0 || 'Choose at least one',
        })}
        error={errors.scopes?.message}
      />
      <SelectField label="Expires after" error={errors.days?.message} {...register('days')}>
        <option value="7">7 days</option>
        <option value="30">30 days</option>
        <option value="90">90 days</option>
        <option value="365">A year</option>
      </SelectField>
      <SubmitButton isBusy={isSubmitting} busyText="Making...">
        Make Key
      </SubmitButton>
    </form>
  );
}
