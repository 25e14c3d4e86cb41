import { type UseFormReturn, useWatch } from 'react-hook-form';

import { AccentFields, accentRule } from './accent-fields';
import { paletteQuery } from './api';
import type { SiteValues } from './site-fields';
import { SiteSection } from './site-section';

/** The accent, with what becomes of it in both schemes. */
export function ColoursSection({ form }: { form: UseFormReturn<SiteValues> }) {
  const accent = useWatch({ control: form.control, name: 'accent' });

  function choose(colour: string) {
    form.clearErrors('accent');
    form.setValue('accent', colour, { shouldDirty: true });
  }

  return (
    <SiteSection
      title="Colours"
      lead="The accent of links, buttons and mails. Where it could not be read, a lighter or darker shade of it is used, with a contrast of at least 4.5:1."
    >
      <AccentFields
        typed={accent}
        field={{
          ...form.register('accent', { validate: accentRule }),
          error: form.formState.errors.accent?.message,
        }}
        onChoose={choose}
        shadesOf={paletteQuery}
      >
        <button
          type="button"
          className="button"
          disabled={accent.trim() === ''}
          onClick={() => {
            choose('');
          }}
        >
          Use the usual accent
        </button>
      </AccentFields>
    </SiteSection>
  );
}
