import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';

import type { Palette } from '../../shared/api/types';
import { TextField } from '../../shared/form/text-field';
import { paletteQuery } from './api';
import { SchemePreview } from './scheme-preview';
import type { SiteValues } from './site-fields';
import { SiteSection } from './site-section';
import { useSettled } from './use-settled';

const PAUSE_MS = 150;
/** Where the picker begins: the accent of the stylesheet. */
const USUAL = '#2b50c8';

function isColour(text: string): boolean {
  return /^#[\da-f]{6}$/iu.test(text);
}

/** The accent, with what becomes of it in both schemes. */
export function ColoursSection({ form }: { form: UseFormReturn<SiteValues> }) {
  const id = useId();
  const accent = useWatch({ control: form.control, name: 'accent' }).trim();
  const isValid = isColour(accent);
  const shown = useSettled(accent, PAUSE_MS);
  const palette = useQuery({
    ...paletteQuery(shown.toLowerCase()),
    enabled: isColour(shown),
    placeholderData: keepPreviousData,
  });
  const shades: Palette | undefined = isValid ? palette.data : undefined;

  function choose(colour: string) {
    form.clearErrors('accent');
    form.setValue('accent', colour, { shouldDirty: true });
  }

  return (
    <SiteSection
      title="Colours"
      lead="The accent of links, buttons and mails. Where it could not be read, a lighter or darker shade of it is used, with a contrast of at least 4.5:1."
    >
      <div className="site-accent">
        <label className="site-swatch" htmlFor={`${id}-picker`}>
          <span className="field-label">Picker</span>
          <input
            id={`${id}-picker`}
            type="color"
            value={isValid ? accent.toLowerCase() : USUAL}
            onChange={({ target }) => {
              choose(target.value);
            }}
          />
        </label>
        <TextField
          label="Accent"
          placeholder="The usual blue"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={form.formState.errors.accent?.message}
          {...form.register('accent', {
            validate: (text) =>
              text.trim() === '' || isColour(text.trim()) || 'Enter a colour such as #1d4ed8',
          })}
        />
        <button
          type="button"
          className="button"
          disabled={accent === ''}
          onClick={() => {
            choose('');
          }}
        >
          Use the usual accent
        </button>
      </div>
      <div className="site-schemes">
        <SchemePreview scheme="light" name="Light" chosen={accent} shades={shades?.light} />
        <SchemePreview scheme="dark" name="Dark" chosen={accent} shades={shades?.dark} />
      </div>
      {isValid && palette.isError && (
        <p className="checkbox-hint" role="alert">
          The preview could not be loaded.{' '}
          <button type="button" className="link-button" onClick={() => void palette.refetch()}>
            Try again
          </button>
        </p>
      )}
    </SiteSection>
  );
}
