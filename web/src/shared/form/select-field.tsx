import type { ComponentPropsWithRef } from 'react';

import { Field, type FieldProps } from './field';

type Props = FieldProps & ComponentPropsWithRef<'select'>;

/** A select with a label; the options are the children. */
export function SelectField({ label, error, hint, ...select }: Props) {
  return (
    <Field
      label={label}
      error={error}
      hint={hint}
      id={select.id}
      describedBy={select['aria-describedby']}
    >
      {(wiring) => <select {...select} {...wiring} className="field-control field-select" />}
    </Field>
  );
}
