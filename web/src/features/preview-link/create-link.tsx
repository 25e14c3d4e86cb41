import { useLayoutEffect, useRef, useState } from 'react';

import { ApiError, messageFor } from '../../shared/api/errors';
import { FormError } from '../../shared/form/form-error';
import { TextField } from '../../shared/form/text-field';
import type { NewLink } from './present-link';

const DAYS_DEFAULT = '7';
const DAYS_MAX = 30;
const WRONG_DAYS = 'Enter a number of days from 1 to 30';

type Props = {
  /** Makes the link; returns its address and its end. */
  create: (days: number) => Promise<NewLink>;
  /** Whether there is a link, which the new one ends. */
  isReplacing: boolean;
  onCreated: (link: NewLink) => void;
  onCancel: () => void;
};

/** Makes a preview link for a number of days. It is no form: it stands in that of the post. */
export function CreateLink({ create: createLink, isReplacing, onCreated, onCancel }: Props) {
  const [days, setDays] = useState(DAYS_DEFAULT);
  const [problem, setProblem] = useState<{ field?: string; other?: string }>({});
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  useLayoutEffect(() => {
    if (isReplacing) {
      field.current?.focus();
    }
  }, [isReplacing]);

  async function create() {
    const count = Number(days);
    if (!Number.isInteger(count) || count < 1 || count > DAYS_MAX) {
      setProblem({ field: WRONG_DAYS });
      field.current?.focus();
      return;
    }
    setBusy(true);
    setProblem({});
    try {
      const { url, expiresAt } = await createLink(count);
      onCreated({ url, expiresAt });
    } catch (error) {
      const message = error instanceof ApiError ? error.fields['days'] : undefined;
      setProblem(
        message === undefined
          ? { other: messageFor(error, 'Failed to create the preview link') }
          : { field: message },
      );
      setBusy(false);
    }
  }

  return (
    <div className="preview-link-form">
      {isReplacing && <p className="preview-link-text">The present link stops working.</p>}
      <TextField
        ref={field}
        label="Works for (days)"
        hint="1 to 30"
        type="number"
        inputMode="numeric"
        min={1}
        max={DAYS_MAX}
        value={days}
        error={problem.field}
        onChange={({ target }) => {
          setDays(target.value);
          setProblem({});
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !isBusy) {
            event.preventDefault();
            void create();
          }
        }}
      />
      <FormError message={problem.other} />
      <div className="preview-link-actions">
        <button
          type="button"
          className="button button-small"
          aria-disabled={isBusy || undefined}
          onClick={() => {
            if (!isBusy) {
              void create();
            }
          }}
        >
          {isBusy ? 'Creating...' : isReplacing ? 'Replace link' : 'Create link'}
        </button>
        {isReplacing && (
          <button type="button" className="button button-small button-quiet" onClick={onCancel}>
            Cancel
          </button>
        )}
      </div>
    </div>
  );
}
