import type { UseFormReturn } from 'react-hook-form';

import { TextField } from '../../../shared/form/text-field';
import type { PostFormValues } from '../draft/draft-store';
import { SlugField } from './slug-field';

/** The addresses of a post: its own, and that of the text elsewhere. */
export function PostAddresses({ form }: { form: UseFormReturn<PostFormValues> }) {
  const { errors } = form.formState;
  return (
    <>
      <SlugField form={form} prefix="/blog/" hint="Old addresses redirect here" />
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
