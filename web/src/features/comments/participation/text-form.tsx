import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';

import { lengthOf } from '../../../shared/form/rules';
import { COMMENT_LENGTH_MAX } from './api';
import type { Draft } from './use-draft';
import { type Failure, useFailureText } from './use-failure-text';

const ROWS = 3;
const COUNTED_FROM = COMMENT_LENGTH_MAX - 500;

type Props = {
  label: string;
  placeholder?: string;
  draft: Draft;
  submitText: string;
  busyText: string;
  /** The message of a failure for which the server has none. */
  failureText: string;
  /** Whether it takes the focus. */
  isFocused?: boolean;
  /** Sends the text; throws if that failed. */
  onSend: (text: string) => Promise<void>;
  /** Closes the form: a form that is always there has none. */
  onClose?: () => void;
};

/** A form with one text. It keeps the text until it is sent, and closes with Esc. */
export function TextForm(props: Props) {
  const { label, placeholder, draft, submitText, busyText, failureText, onSend, onClose } = props;
  const { isFocused = false } = props;
  const fieldId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const failureTextOf = useFailureText();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const length = lengthOf(draft.text.trim());
  const isTooLong = length > COMMENT_LENGTH_MAX;
  const canSubmit = length > 0 && !isTooLong && !isBusy;

  useEffect(() => {
    if (isFocused && field.current) {
      field.current.focus();
      field.current.setSelectionRange(field.current.value.length, field.current.value.length);
    }
  }, [isFocused]);

  async function submit() {
    if (!canSubmit) {
      return;
    }
    setBusy(true);
    setFailure(null);
    try {
      await onSend(draft.text.trim());
      draft.clear();
    } catch (error) {
      setFailure(failureTextOf(error, failureText));
      // The button that had it is disabled.
      field.current?.focus();
    } finally {
      setBusy(false);
    }
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void submit();
    }
    // Esc also ends the choice of an input method.
    if (event.key === 'Escape' && !event.nativeEvent.isComposing && onClose && !isBusy) {
      event.preventDefault();
      onClose();
    }
  }

  return (
    <form
      className="comment-form"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <label htmlFor={fieldId} className="comment-label">
        {label}
      </label>
      <textarea
        ref={field}
        id={fieldId}
        className="field-control field-area"
        rows={ROWS}
        dir="auto"
        placeholder={placeholder}
        value={draft.text}
        readOnly={isBusy}
        aria-invalid={isTooLong || undefined}
        aria-describedby={`${fieldId}-count`}
        onChange={({ target }) => {
          draft.write(target.value);
        }}
        onKeyDown={handleKey}
      />
      {failure && (
        <div className="comment-lost" role="alert">
          <p>{failure.text}</p>
          {failure.canRetry && (
            <button type="submit" className="button button-small">
              Try again
            </button>
          )}
        </div>
      )}
      <div className="comment-form-foot">
        <p id={`${fieldId}-count`} className="comment-counter" data-over={isTooLong || undefined}>
          {length >= COUNTED_FROM &&
            `${length.toLocaleString()} of ${COMMENT_LENGTH_MAX.toLocaleString()} characters`}
        </p>
        <div className="comment-form-buttons">
          {onClose && (
            <button
              type="button"
              className="button"
              disabled={isBusy}
              onClick={() => {
                draft.clear();
                onClose();
              }}
            >
              Cancel
            </button>
          )}
          <button type="submit" className="button button-primary" disabled={!canSubmit}>
            {isBusy ? busyText : submitText}
          </button>
        </div>
      </div>
    </form>
  );
}
