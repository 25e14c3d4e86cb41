import type { UseFormReturn } from 'react-hook-form';

import { Field } from '../../../shared/form/field';
import { TextField } from '../../../shared/form/text-field';
import type { PostFormValues } from '../draft/draft-store';

/** The addresses of a post: its own, and that of the text elsewhere. */
export function PostAddresses({ form }: { form: UseFormReturn<PostFormValues> }) {
  const { errors } = form.formState;
  return (
    <>
      <Field
        label="Address"
        hint="Old addresses redirect here"
        error={errors.slug?.message}
        id={undefined}
        describedBy={undefined}
      >
        {(wiring) => (
          <div className="post-address">
            <span className="post-address-prefix" aria-hidden>
              /blog/
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
      <TextField
        label="Canonical address"
        hint="First published at"
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://example.org/first"
        error={errors.canonicalUrl?.message}
        {...form.register('canonicalUrl')}
      />
    </>
  );
}
