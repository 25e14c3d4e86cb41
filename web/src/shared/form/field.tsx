import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

/** The props of every field; an empty `error` marks the field as invalid without a text. */
export type FieldProps = { label: string; error?: string | undefined; hint?: string | undefined };

export type FieldWiring = {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
};

type Props = FieldProps & {
  id: string | undefined;
  describedBy: string | undefined;
  children: (wiring: FieldWiring) => ReactNode;
};

/** A control with its label above, and its hint and error as accessible description. */
export function Field({ label, error, hint, id, describedBy, children }: Props) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const hintId = `${controlId}-hint`;
  const errorId = `${controlId}-error`;
  const descriptionIds = [error && errorId, hint && hintId, describedBy].filter(Boolean).join(' ');
  return (
    <div className="field">
      <div className="field-head">
        <label htmlFor={controlId} className="field-label">
          {label}
        </label>
        {hint && (
          <span id={hintId} className="field-hint">
            {hint}
          </span>
        )}
      </div>
      {children({
        id: controlId,
        'aria-invalid': error !== undefined,
        'aria-describedby': descriptionIds === '' ? undefined : descriptionIds,
      })}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="field-error">
      <CircleAlert aria-hidden />
      {children}
    </p>
  );
}
