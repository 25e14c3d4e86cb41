import { type UseFormReturn, useWatch } from 'react-hook-form';

import { CheckboxField } from '../../../shared/form/checkbox-field';
import type { StoredPost } from '../api';
import type { PostFormValues } from '../draft/draft-store';
import { chosenClosing, isClosed } from './closing';

type Props = { form: UseFormReturn<PostFormValues>; stored: StoredPost | null };

/** The field that ends the discussion of a post. */
export function ClosingField({ form, stored }: Props) {
  const chosen = useWatch({ control: form.control, name: 'commentsClosed' });
  return (
    <CheckboxField
      label="Close comments"
      hint="Readers can write no more; what they wrote stays."
      checked={isClosed(chosen, stored)}
      onChange={({ target }) => {
        form.setValue('commentsClosed', chosenClosing(target.checked, stored));
      }}
    />
  );
}
