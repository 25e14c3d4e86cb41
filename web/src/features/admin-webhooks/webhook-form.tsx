import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';

import { invalidateAfter } from '../../shared/api/invalidation';
import { CheckboxGroup } from '../../shared/form/checkbox-group';
import { applyServerErrors } from '../../shared/form/server-errors';
import { SubmitButton } from '../../shared/form/submit-button';
import { TextField } from '../../shared/form/text-field';
import { ErrorBanner } from '../../shared/ui/error-banner';
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
      className="form panel-card panel-form"
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
      <CheckboxGroup
        legend="It is told of"
        options={EVENTS}
        field={register('events', {
          validate: (events) => events.length > 0 || 'Choose at least one event',
        })}
        error={errors.events?.message}
      />
      <SubmitButton isBusy={isSubmitting} busyText="Making...">
        Make Webhook
      </SubmitButton>
    </form>
  );
}
