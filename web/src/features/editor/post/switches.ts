/**
 * The switches of a post. The form has one only where somebody chose otherwise than the post is stored: without a choice
 * it follows what others save.
 */
import type { UseFormReturn } from 'react-hook-form';

import type { PostInput, StoredPost } from '../api';
import type { PostFormValues } from '../draft/draft-store';

/** The switches of a new post. */
const DEFAULTS = { commentsClosed: false, announce: true } as const;

export type SwitchName = keyof typeof DEFAULTS;

const NAMES = ['commentsClosed', 'announce'] as const satisfies readonly SwitchName[];

type Chosen = PostFormValues[SwitchName];

/** Whether a switch is on. */
export function isOn(name: SwitchName, chosen: Chosen, stored: StoredPost | null): boolean {
  return chosen ?? stored?.[name] ?? DEFAULTS[name];
}

/** Returns the value of the form for a choice. */
export function chosenSwitch(
  name: SwitchName,
  isNowOn: boolean,
  stored: StoredPost | null,
): Chosen {
  return isNowOn === isOn(name, null, stored) ? null : isNowOn;
}

/** Returns the fields to send: those that stay as they are are absent. */
export function changedSwitches(
  values: PostFormValues,
  stored: StoredPost | null,
): Pick<PostInput, SwitchName> {
  const chosen = (name: SwitchName) => chosenSwitch(name, isOn(name, values[name], stored), stored);
  return withoutNull({ commentsClosed: chosen('commentsClosed'), announce: chosen('announce') });
}

/** Returns the switches that were chosen. */
export function withoutNull({
  commentsClosed,
  announce,
}: Pick<PostFormValues, SwitchName>): Pick<PostInput, SwitchName> {
  return {
    ...(commentsClosed !== null && { commentsClosed }),
    ...(announce !== null && { announce }),
  };
}

/** Lets the form follow the stored post again, unless a choice was changed since it was sent. */
export function settleSwitches(form: UseFormReturn<PostFormValues>, sent: PostFormValues): void {
  for (const name of NAMES) {
    if (form.getValues(name) === sent[name]) {
      form.setValue(name, null);
    }
  }
}
