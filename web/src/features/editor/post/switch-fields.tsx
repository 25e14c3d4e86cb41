import { type UseFormReturn, useWatch } from 'react-hook-form';

import { CheckboxField } from '../../../shared/form/checkbox-field';
import type { StoredPost } from '../api';
import type { PostFormValues } from '../draft/draft-store';
import { type SwitchName, chosenSwitch, isOn } from './switches';

type Props = { form: UseFormReturn<PostFormValues>; stored: StoredPost | null };

/** The fields that tell followers of a post, and end its discussion. */
export function SwitchFields({ form, stored }: Props) {
  const isTold = stored !== null && stored.announcedAt !== null;
  return (
    <>
      <SwitchField
        form={form}
        stored={stored}
        name="announce"
        label="Tell followers"
        hint={
          isTold
            ? 'They were told when it was published.'
            : 'Once, when it is published for the first time: by mail and on the site.'
        }
        isDisabled={isTold}
      />
      <SwitchField
        form={form}
        stored={stored}
        name="commentsClosed"
        label="Close comments"
        hint="Readers can write no more; what they wrote stays."
      />
    </>
  );
}

type FieldProps = Props & { name: SwitchName; label: string; hint: string; isDisabled?: boolean };

function SwitchField({ form, stored, name, label, hint, isDisabled = false }: FieldProps) {
  const chosen = useWatch({ control: form.control, name });
  return (
    <CheckboxField
      label={label}
      hint={hint}
      disabled={isDisabled}
      checked={isOn(name, chosen, stored)}
      onChange={({ target }) => {
        form.setValue(name, chosenSwitch(name, target.checked, stored));
      }}
    />
  );
}
