import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

import { messageFor } from '../../shared/api/errors';
import { FormError } from '../../shared/form/form-error';
import { lengthOf } from '../../shared/form/rules';
import { TextAreaField } from '../../shared/form/text-area-field';

/** The server's limit (rulings §4). */
const COMMENT_MAX = 5_000;

type Props = {
  label: string;
  /** The text at first. */
  text: string;
  submitText: string;
  busyText: string;
  failed: string;
  onSubmit: (text: string) => Promise<unknown>;
  /** Called after a success and when it is cancelled. */
  onClose: () => void;
};

/** A form in a row of the queue for the text of a comment. Esc closes it; a failure keeps the text. */
export function CommentTextForm(props: Props) {
  const { label, submitText, busyText, failed, onSubmit, onClose } = props;
  const [text, setText] = useState(props.text);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const length = lengthOf(text.trim());
  const canSubmit = length > 0 && length <= COMMENT_MAX && !isBusy;

  useEffect(() => {
    form.current?.querySelector('textarea')?.focus();
  }, []);

  async function submit() {
    if (!canSubmit) {
      return;
    }
    setBusy(true);
    try {
      await onSubmit(text.trim());
      onClose();
    } catch (failure) {
      setError(messageFor(failure, failed));
      setBusy(false);
    }
  }

  function pressKey(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      event.preventDefault();
      onClose();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void submit();
    }
  }

  return (
    <form
      ref={form}
      className="form queue-form"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextAreaField
        label={label}
        dir="auto"
        value={text}
        readOnly={isBusy}
        counter={{ used: length, limit: COMMENT_MAX }}
        onChange={({ target }) => {
          setText(target.value);
        }}
        onKeyDown={pressKey}
      />
      <FormError message={error} />
      <div className="queue-form-foot">
        <button type="button" className="button" disabled={isBusy} onClick={onClose}>
          Cancel
        </button>
        <button type="submit" className="button button-primary" disabled={!canSubmit}>
          {isBusy ? busyText : submitText}
        </button>
      </div>
    </form>
  );
}
