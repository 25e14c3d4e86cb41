import { type UseFormReturn, useWatch } from 'react-hook-form';

import type { SiteSettings } from '../../shared/api/types';
import { SettingText } from './setting-text';
import type { SiteValues, TextName } from './site-fields';

type Props = {
  form: UseFormReturn<SiteValues>;
  locked: SiteSettings['locked'];
  name: TextName;
  label: string;
  limit: number;
  /** What the setting is for. */
  help: string;
  /** The lines of a longer text. */
  rows?: number;
};

/** A text of the settings of the site. */
export function SettingField({ form, locked, name, ...rest }: Props) {
  const text = useWatch({ control: form.control, name });
  return (
    <SettingText
      {...rest}
      field={{ ...form.register(name), error: form.formState.errors[name]?.message }}
      text={text}
      lock={locked.find(({ field }) => field === name)}
    />
  );
}
