import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useForm } from 'react-hook-form';

import { invalidateAfter } from '../../shared/api/invalidation';
import { CheckboxField } from '../../shared/form/checkbox-field';
import { FieldError } from '../../shared/form/field';
import { applyServerErrors } from '../../shared/form/server-errors';
import { SubmitButton } from '../../shared/form/submit-button';
import { TextField } from '../../shared/form/text-field';
import { ErrorBanner } from '../../shared/ui/error-banner';
import './admin-webhooks.css';
import { createWebhook } from './api';
import { EVENTS } from './events';

type Values = { url: string; events: string[] };

const EMPTY: Values = { url: '', events: ['post.published'] };

type Props = {
  /** Called with the key, which is shown once. */
  onMade: (key: string) => void;
};

/** The form that makes a webhook. */
export function WebhookForm({ onMade }: Props) {
  const client = useQueryClient();
  const errorId = `${useId()}-events-error`;
  const { register, handleSubmit, setError, clearErrors, formState } = useForm<Values>({
    defaultValues: EMPTY,
  });
  const { errors, isSubmitting } = formState;

  async function submit({ url, events }: Values) {
    try {
      const { key } = await createWebhook({ url: url.trim(), events });
      onMade(key);
      void invalidateAfter(client, 'webhook');
    } catch (error) {
      applyServerErrors(error, setError, ['url', 'events'], 'Failed to make the webhook');
    }
  }

  return (
    <form
      className="form panel-card webhook-form"
      noValidate
      aria-label="New webhook"
      onSubmit={(event) => void handleSubmit(submit)(event)}
    >
      <ErrorBanner
        message={errors.root?.message ?? null}
        onDismiss={() => {
          clearErrors('root');
        }}
      />
      <TextField
        label="Address"
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://example.org/hook"
        required
        error={errors.url?.message}
        {...register('url', {
          validate: (text) => text.trim() !== '' || 'Please enter the address to call',
        })}
      />
      <fieldset className="webhook-events" aria-describedby={errors.events ? errorId : undefined}>
        <legend className="field-label">It is told of</legend>
        {EVENTS.map(({ name, label, hint }) => (
          <CheckboxField
            key={name}
            label={label}
            hint={hint}
            value={name}
            {...register('events', {
              validate: (events) => events.length > 0 || 'Choose at least one event',
            })}
          />
        ))}
        {errors.events && <FieldError id={errorId}>{errors.events.message}</FieldError>}
      </fieldset>
      <SubmitButton isBusy={isSubmitting} busyText="Making...">
        Make Webhook
      </SubmitButton>
    </form>
  );
}
