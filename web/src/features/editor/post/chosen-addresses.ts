import type { UseFormReturn } from 'react-hook-form';

import type { PostAddressInput, StoredPost } from '../api';
import type { PostFormValues } from '../draft/draft-store';

/** Returns the addresses to send: those that were changed. An empty slug leaves it as it is. */
export function chosenAddresses(
  { slug, canonicalUrl }: PostFormValues,
  stored: StoredPost | null,
): PostAddressInput {
  const newSlug = slug.trim();
  const newUrl = canonicalUrl.trim();
  return {
    ...(newSlug !== '' && newSlug !== stored?.slug && { slug: newSlug }),
    ...(newUrl !== (stored?.canonicalUrl ?? '') && { canonicalUrl: newUrl }),
  };
}

/** Puts the stored addresses into the form, unless they were changed since they were sent. */
export function settleAddresses(
  form: UseFormReturn<PostFormValues>,
  sent: PostFormValues,
  stored: StoredPost,
): void {
  for (const field of ['slug', 'canonicalUrl'] as const) {
    if (form.getValues(field) === sent[field]) {
      form.setValue(field, stored[field]);
    }
  }
}
