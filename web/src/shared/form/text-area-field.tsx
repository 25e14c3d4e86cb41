import type { ComponentPropsWithRef } from 'react';

import { Field, type FieldProps } from './field';

const ROWS = 3;

type Props = Omit<FieldProps, 'hint'> &
  ComponentPropsWithRef<'textarea'> & {
    /** The characters used and allowed. */
    counter?: { used: number; limit: number };
  };

/** A multi-line text field, with a counter if there is a limit. */
export function TextAreaField({ label, error, counter, ...textarea }: Props) {
  return (
    <Field
      label={label}
      error={error}
      hint={counter && `${counter.used}/${counter.limit}`}
      id={textarea.id}
      describedBy={textarea['aria-describedby']}
    >
      {(wiring) => (
        <textarea rows={ROWS} {...textarea} {...wiring} className="field-control field-area" />
      )}
    </Field>
  );
}
