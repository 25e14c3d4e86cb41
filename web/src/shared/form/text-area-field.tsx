import type { ComponentPropsWithRef } from 'react';

import { Field, type FieldProps } from './field';

const ROWS = 3;

type Props = Omit<FieldProps, 'hint'> &
  ComponentPropsWithRef<'textarea'> & {
    /** How much of what is allowed has been written, in characters. */
    counter?: { used: number; limit: number };
  };

/** Several lines of text, with a counter where there is a limit. */
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
