import type { ComponentPropsWithRef } from 'react';

import { Field, type FieldProps } from './field';

type Props = FieldProps & ComponentPropsWithRef<'input'>;

/** A single-line text field; accepts the props of `register(...)`. */
export function TextField({ label, error, hint, ...input }: Props) {
  return (
    <Field
      label={label}
      error={error}
      hint={hint}
      id={input.id}
      describedBy={input['aria-describedby']}
    >
      {(wiring) => <input type="text" {...input} {...wiring} className="field-control" />}
    </Field>
  );
}
