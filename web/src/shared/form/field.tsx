import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

/** What every field takes; an empty `error` marks it as wrong without a text of its own. */
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

/** The label above a control, and what is read out with it: the hint and the error under it. */
export function Field({ label, error, hint, id, describedBy, children }: Props) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const hintId = `${controlId}-hint`;
  const errorId = `${controlId}-error`;
  const described = [error && errorId, hint && hintId, describedBy].filter(Boolean).join(' ');
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
        'aria-describedby': described === '' ? undefined : described,
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
