import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';

import { hasCode } from '../../shared/api/errors';
import { FormError } from '../../shared/form/form-error';
import { lengthOf } from '../../shared/form/rules';
import { applyServerErrors } from '../../shared/form/server-errors';
import { SubmitButton } from '../../shared/form/submit-button';
import { TextAreaField } from '../../shared/form/text-area-field';
import { NOTE_LENGTH_MAX, requestToWrite } from './api';
import './profile-edit.css';

type Props = {
  userId: string;
  onSent: () => void;
  /** Called when an earlier request waits for an answer. */
  onPending: () => void;
  onCancel: () => void;
};

/** The form with the note to the staff. */
export function RequestToWriteForm({ userId, onSent, onPending, onCancel }: Props) {
  const { register, handleSubmit, setError, setFocus, control, formState } = useForm({
    defaultValues: { note: '' },
  });
  const note = useWatch({ control, name: 'note' });
  const { errors, isSubmitting } = formState;

  async function submit(values: { note: string }) {
    try {
      await requestToWrite(userId, values.note.trim());
      onSent();
    } catch (error) {
      if (hasCode(error, 'request_pending')) {
        onPending();
      } else {
        applyServerErrors(error, setError, ['note'], 'Failed to send the request');
      }
    }
  }

  // The button that opened the form is no longer rendered.
  useEffect(() => {
    setFocus('note');
  }, [setFocus]);

  return (
    <form className="form" noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
      <TextAreaField
        label="What would you like to write about?"
        counter={{ used: lengthOf(note.trim()), limit: NOTE_LENGTH_MAX }}
        error={errors.note?.message}
        {...register('note', { validate: noteFault })}
      />
      <FormError message={errors.root?.message} />
      <div className="profile-edit-foot">
        <button type="button" className="button button-quiet" onClick={onCancel}>
          Cancel
        </button>
        <SubmitButton busyText="Sending..." isBusy={isSubmitting}>
          Send Request
        </SubmitButton>
      </div>
    </form>
  );
}

function noteFault(text: string): string | true {
  const length = lengthOf(text.trim());
  if (length === 0) {
    return 'Please say what you would like to write about';
  }
  return length <= NOTE_LENGTH_MAX || `The note must be at most ${NOTE_LENGTH_MAX} characters long`;
}
