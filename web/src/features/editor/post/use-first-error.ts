import type { RefObject } from 'react';
import type { UseFormReturn } from 'react-hook-form';

import type { PostFormValues } from '../draft/draft-store';
import type { EditorContent } from '../editor-content';
import type { InvalidField } from './use-post-form';

/** Returns a function that focuses a field with an error, and calls `unfold` before if it is one of the settings. */
export function useFirstError(settings: RefObject<HTMLElement | null>, unfold: () => void) {
  return (
    field: InvalidField,
    form: UseFormReturn<PostFormValues>,
    content: EditorContent,
  ): void => {
    switch (field) {
      case 'title':
        form.setFocus('title');
        break;
      case 'content':
        content.focus();
        break;
      case 'category':
      case 'tags':
      case 'slug':
      case 'canonicalUrl':
        unfold();
        form.setFocus(field);
        break;
      case 'featuredImage':
        unfold();
        // An address is a field of the form; a file is not.
        settings.current
          ?.querySelector<HTMLElement>('[name="featuredImage"], input[type="file"]')
          ?.focus();
        break;
    }
  };
}
