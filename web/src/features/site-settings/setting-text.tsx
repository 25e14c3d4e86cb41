import { Lock } from 'lucide-react';
import { useId } from 'react';

import type { SiteSettings } from '../../shared/api/types';
import { lengthOf } from '../../shared/form/rules';
import { TextAreaField } from '../../shared/form/text-area-field';
import { TextField } from '../../shared/form/text-field';
import type { BoundField } from './bound-field';

type Props = {
  field: BoundField;
  /** The text as it is now. */
  text: string;
  /** What sets the text on the server, so that it cannot be changed here. */
  lock: SiteSettings['locked'][number] | undefined;
  label: string;
  limit: number;
  /** What the setting is for. */
  help: string;
  /** The lines of a longer text. */
  rows?: number | undefined;
};

/** The field of a text of the settings. One that is locked can be read, and says where it comes from. */
export function SettingText({ field, text, lock, label, limit, help, rows }: Props) {
  const id = useId();
  const used = lengthOf(text);
  const input = {
    ...field,
    label,
    readOnly: lock !== undefined,
    'aria-describedby': id,
  };
  return (
    <div className="site-field" data-locked={lock ? '' : undefined}>
      {rows === undefined ? (
        <TextField {...input} hint={lock ? undefined : `${used}/${limit}`} autoComplete="off" />
      ) : (
        <TextAreaField {...input} rows={rows} {...(!lock && { counter: { used, limit } })} />
      )}
      <p id={id} className="checkbox-hint">
        {lock ? <SetBy origin={lock.variable} /> : help}
      </p>
    </div>
  );
}

/** Where the server's configuration sets what the panel shows. */
export function SetBy({ origin }: { origin: string }) {
  return (
    <>
      <Lock aria-hidden /> Set by <code>{origin}</code> on the server, so it cannot be changed here.
    </>
  );
}
