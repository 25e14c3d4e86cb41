import { useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';

import { CheckboxField } from './checkbox-field';
import { FieldError } from './field';

type Props = {
  legend: string;
  options: readonly { name: string; label: string; hint: string }[];
  /** The result of `register(...)`, whose value is the array of the chosen names. */
  field: UseFormRegisterReturn;
  error: string | undefined;
};

/** Checkboxes of one field, with its error below them. */
export function CheckboxGroup({ legend, options, field, error }: Props) {
  const errorId = useId();
  return (
    <fieldset className="choices" aria-describedby={error ? errorId : undefined}>
      <legend className="field-label">{legend}</legend>
      {options.map(({ name, label, hint }) => (
        <CheckboxField key={name} label={label} hint={hint} value={name} {...field} />
      ))}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  );
}
