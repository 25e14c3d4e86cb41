import { X } from 'lucide-react';
import { useId } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';

import { CheckboxField } from '../../shared/form/checkbox-field';
import { lengthOf } from '../../shared/form/rules';
import { SelectField } from '../../shared/form/select-field';
import { TextField } from '../../shared/form/text-field';
import { ADDRESS_LENGTH_MAX, ANNOUNCEMENT_LENGTH_MAX, type SiteValues, TONES } from './site-fields';
import { SiteSection } from './site-section';

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' });

/** The announcement with a preview. */
export function AnnouncementSection({ form }: { form: UseFormReturn<SiteValues> }) {
  const untilId = useId();
  const isOn = useWatch({ control: form.control, name: 'hasAnnouncement' });
  const { text, link, until, tone } = useWatch({ control: form.control, name: 'announcement' });
  const errors = form.formState.errors.announcement;
  return (
    <SiteSection
      title="Announcement"
      lead="A line above every page. Readers can dismiss it; it comes again when its text changes."
    >
      <CheckboxField label="Show an announcement" {...form.register('hasAnnouncement')} />
      {isOn && (
        <>
          <TextField
            label="Text"
            hint={`${lengthOf(text)}/${ANNOUNCEMENT_LENGTH_MAX}`}
            autoComplete="off"
            error={errors?.text?.message}
            {...form.register('announcement.text')}
          />
          <div className="site-row">
            <TextField
              label="Link"
              hint="optional"
              placeholder="/about or https://…"
              inputMode="url"
              maxLength={ADDRESS_LENGTH_MAX}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              error={errors?.link?.message}
              {...form.register('announcement.link')}
            />
            <SelectField
              label="Tone"
              error={errors?.tone?.message}
              {...form.register('announcement.tone')}
            >
              {TONES.map(({ value, name }) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </SelectField>
            <div className="site-field">
              <TextField
                label="Until"
                hint="optional"
                type="datetime-local"
                aria-describedby={untilId}
                error={errors?.until?.message}
                {...form.register('announcement.until')}
              />
              <p id={untilId} className="checkbox-hint">
                {untilText(until)}
              </p>
            </div>
          </div>
          <div>
            <p className="field-label">Preview</p>
            <div className={`announcement announcement-${tone} site-announcement`}>
              <p>{link.trim() === '' ? text || '…' : <u>{text || '…'}</u>}</p>
              <span className="icon-button announcement-dismiss" aria-hidden>
                <X aria-hidden />
              </span>
            </div>
          </div>
        </>
      )}
    </SiteSection>
  );
}

function untilText(until: string): string {
  const time = new Date(until);
  if (Number.isNaN(time.getTime())) {
    return 'It stays until you remove it.';
  }
  const words = moment.format(time);
  return time <= new Date() ? `It has ended: ${words}.` : `It ends on ${words}.`;
}
