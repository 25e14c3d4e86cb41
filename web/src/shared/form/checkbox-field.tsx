import { type ComponentPropsWithRef, useId } from 'react';

type Props = Omit<ComponentPropsWithRef<'input'>, 'type'> & {
  label: string;
  /** The effect of ticking it, read out with the label. */
  hint?: string | undefined;
};

/** A checkbox with a label; accepts the props of `register(...)`. */
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
