import type { KeyboardEvent } from 'react';
import { useId } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';

import { FieldError } from '../../../shared/form/field';
import type { PostFormValues } from '../draft/draft-store';
import { TITLE_LENGTH_MAX } from './post-rules';

type Props = {
  form: UseFormReturn<PostFormValues>;
  describedBy: string | undefined;
  /** Called on Enter: a title has one line, the text is next. */
  onEnter: () => void;
};

/** The title, set as readers see it; as high as its text. */
export function TitleField({ form, describedBy, onEnter }: Props) {
  const id = useId();
  const errorId = `${id}-error`;
  const title = useWatch({ control: form.control, name: 'title' });
  const { error } = form.getFieldState('title', form.formState);

  function leaveOnEnter(event: KeyboardEvent) {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      onEnter();
    }
  }

  return (
    <div className="title-field">
      <label htmlFor={id} className="visually-hidden">
        Title
      </label>
      <div className="title-grow" data-title={title}>
        <textarea
          id={id}
          className="title-control"
          rows={1}
          enterKeyHint="next"
          autoComplete="off"
          placeholder="What is it about?"
          maxLength={TITLE_LENGTH_MAX}
          aria-invalid={error !== undefined}
          aria-describedby={[error?.message && errorId, describedBy].filter(Boolean).join(' ')}
          onKeyDown={leaveOnEnter}
          {...form.register('title', {
            onChange: () => {
              const written = form.getValues('title');
              const line = written.replaceAll(/\s*[\r\n]+\s*/gu, ' ');
              if (line !== written) {
                form.setValue('title', line);
              }
            },
          })}
        />
      </div>
      {error?.message && <FieldError id={errorId}>{error.message}</FieldError>}
    </div>
  );
}
