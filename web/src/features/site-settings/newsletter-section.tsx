import { useId } from 'react';
import { type UseFormReturn, useController } from 'react-hook-form';

import type { SiteSettings } from '../../shared/api/types';
import { FieldError } from '../../shared/form/field';
import { SetBy } from './setting-text';
import { NO_DAY, type SiteValues, WEEKDAYS } from './site-fields';
import { SiteSection } from './site-section';

type Props = { form: UseFormReturn<SiteValues>; locked: SiteSettings['locked'] };

/** The days on which those get their mail who want it once a week. */
export function NewsletterSection({ form, locked }: Props) {
  const id = useId();
  const { field, fieldState } = useController({ control: form.control, name: 'newsletterDays' });
  const days = field.value;
  const error = fieldState.error?.message;
  const lock = locked.find((one) => one.field === 'newsletterDays');

  function toggle(day: string, isChosen: boolean) {
    const chosen = WEEKDAYS.map(({ value }) => value).filter((value) =>
      value === day ? isChosen : days.includes(value),
    );
    form.setValue('newsletterDays', chosen, { shouldDirty: true });
    if (chosen.length === 0) {
      form.setError('newsletterDays', { message: NO_DAY });
    } else {
      form.clearErrors('newsletterDays');
    }
  }

  return (
    <SiteSection
      title="Newsletter"
      lead="When those get new posts and notices who want them once a week: at 07:00 UTC."
    >
      <fieldset
        className="site-days"
        disabled={lock !== undefined}
        aria-describedby={`${id}-help ${id}-error`}
      >
        <legend className="field-label">Days</legend>
        {WEEKDAYS.map(({ value, name }, index) => (
          <label key={value} className="site-day">
            <input
              ref={index === 0 ? field.ref : undefined}
              type="checkbox"
              className="checkbox-control"
              checked={days.includes(value)}
              aria-invalid={error !== undefined}
              onChange={({ target }) => {
                toggle(value, target.checked);
              }}
            />
            {name}
          </label>
        ))}
      </fieldset>
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <p id={`${id}-help`} className="checkbox-hint site-set-by">
        {lock ? (
          <SetBy origin={lock.variable} />
        ) : (
          'Other days count from the next sending on; choosing them sends nothing.'
        )}
      </p>
    </SiteSection>
  );
}
