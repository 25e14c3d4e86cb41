import { type ComponentPropsWithRef, useId } from 'react';

type Props = Omit<ComponentPropsWithRef<'input'>, 'type'> & {
  label: string;
  /** What ticking it means, read out with the label. */
  hint?: string | undefined;
};

/** A yes or no with its label beside it; spread what `register(...)` gives on it. */
export function CheckboxField({ label, hint, ...input }: Props) {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div className="checkbox">
      <input
        type="checkbox"
        {...input}
        id={id}
        aria-describedby={hint ? hintId : undefined}
        className="checkbox-control"
      />
      <div>
        <label htmlFor={id} className="checkbox-label">
          {label}
        </label>
        {hint && (
          <p id={hintId} className="checkbox-hint">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
