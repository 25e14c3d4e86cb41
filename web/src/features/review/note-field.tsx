import type { ComponentPropsWithRef } from 'react';

import { lengthOf } from '../../shared/form/rules';
import { TextAreaField } from '../../shared/form/text-area-field';
import { NOTE_LENGTH_MAX } from './api';

/** The length from which the characters are counted. */
const COUNTED_FROM = NOTE_LENGTH_MAX - 200;

type Props = Omit<ComponentPropsWithRef<'textarea'>, 'value'> & {
  label: string;
  error?: string | undefined;
  value: string;
};

/** The field of a note, with a counter near the limit. */
export function NoteField(props: Props) {
  const used = lengthOf(props.value.trim());
  return (
    <TextAreaField
      dir="auto"
      {...props}
      {...(used >= COUNTED_FROM && { counter: { used, limit: NOTE_LENGTH_MAX } })}
    />
  );
}

/** Returns what is wrong with a note; null if nothing is. */
export function noteFault(note: string, missing: string | null): string | null {
  const length = lengthOf(note.trim());
  if (length === 0) {
    return missing;
  }
  return length <= NOTE_LENGTH_MAX
    ? null
    : `A note must be at most ${NOTE_LENGTH_MAX.toLocaleString('en')} characters long`;
}
