import { Lock } from 'lucide-react';
import { useId } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';

import type { SiteSettings } from '../../shared/api/types';
import { lengthOf } from '../../shared/form/rules';
import { TextAreaField } from '../../shared/form/text-area-field';
import { TextField } from '../../shared/form/text-field';
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

/** A text of the settings. One that the server's environment sets can be read, and says where it comes from. */
export function SettingField({ form, locked, name, label, limit, help, rows }: Props) {
  const id = useId();
  const lock = locked.find(({ field }) => field === name);
  const text = useWatch({ control: form.control, name });
  const used = lengthOf(text);
  const field = {
    label,
    error: form.formState.errors[name]?.message,
    readOnly: lock !== undefined,
    'aria-describedby': id,
    ...form.register(name),
  };
  const explanation = lock ? (
    <>
      <Lock aria-hidden /> Set by <code>{lock.variable}</code> on the server, so it cannot be
      changed here.
    </>
  ) : (
    help
  );
  return (
    <div className="site-field" data-locked={lock ? '' : undefined}>
      {rows === undefined ? (
        <TextField {...field} hint={lock ? undefined : `${used}/${limit}`} autoComplete="off" />
      ) : (
        <TextAreaField {...field} rows={rows} {...(!lock && { counter: { used, limit } })} />
      )}
      <p id={id} className="checkbox-hint">
        {explanation}
      </p>
    </div>
  );
}
