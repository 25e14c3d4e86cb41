import type { UseFormReturn } from 'react-hook-form';

import { Field } from '../../../shared/form/field';
import type { PostFormValues } from '../draft/draft-store';

type Props = {
  form: UseFormReturn<PostFormValues>;
  /** The path before the slug. */
  prefix: string;
  hint: string;
};

/** The readable part of an address. */
export function SlugField({ form, prefix, hint }: Props) {
  return (
    <Field
      label="Address"
      hint={hint}
      error={form.formState.errors.slug?.message}
      id={undefined}
      describedBy={undefined}
    >
      {(wiring) => (
        <div className="post-address">
          <span className="post-address-prefix" aria-hidden>
            {prefix}
          </span>
          <input
            type="text"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            inputMode="url"
            placeholder="from-the-title"
            {...form.register('slug')}
            {...wiring}
            className="field-control"
          />
        </div>
      )}
    </Field>
  );
}
