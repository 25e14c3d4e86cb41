/**
 * Closing a post for comments. The form has it only where somebody chose otherwise than the post is stored: without a
 * choice it follows what others save.
 */
import type { UseFormReturn } from 'react-hook-form';

import type { PostInput, StoredPost } from '../api';
import type { PostFormValues } from '../draft/draft-store';

type Chosen = PostFormValues['commentsClosed'];

/** Whether the post is to be closed. */
export function isClosed(chosen: Chosen, stored: StoredPost | null): boolean {
  return chosen ?? stored?.commentsClosed ?? false;
}

/** Returns the value of the form for a choice. */
export function chosenClosing(isOn: boolean, stored: StoredPost | null): Chosen {
  return isOn === isClosed(null, stored) ? null : isOn;
}

/** Returns the field to send: absent if it stays as it is. */
export function changedClosing(
  { commentsClosed }: PostFormValues,
  stored: StoredPost | null,
): Pick<PostInput, 'commentsClosed'> {
  const chosen = chosenClosing(isClosed(commentsClosed, stored), stored);
  return chosen === null ? {} : { commentsClosed: chosen };
}

/** Lets the form follow the stored post again, unless the choice was changed since it was sent. */
export function settleClosing(form: UseFormReturn<PostFormValues>, sent: PostFormValues): void {
  if (form.getValues('commentsClosed') === sent.commentsClosed) {
    form.setValue('commentsClosed', null);
  }
}
