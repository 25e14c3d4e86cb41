import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';

import { TextField } from '../../shared/form/text-field';
import type { paletteQuery } from './api';
import type { BoundField } from './bound-field';
import { SchemePreview } from './scheme-preview';
import { useSettled } from '../../shared/use-settled';

const PAUSE_MS = 150;
/** Where the picker begins: the accent of the stylesheet. */
const USUAL = '#2b50c8';

type Props = {
  /** The colour as it was typed. */
  typed: string;
  /** The properties of its text field. */
  field: BoundField;
  onChoose: (colour: string) => void;
  /** The query of the shades of a colour. */
  shadesOf: (accent: string) => ReturnType<typeof paletteQuery>;
  /** The name of the site in the previews; without one, the present name. */
  site?: string;
  /** A button beside the field. */
  children?: ReactNode;
};

function isColour(text: string): boolean {
  return /^#[\da-f]{6}$/iu.test(text);
}

/** The rule of the text field: a colour, or nothing. */
export function accentRule(text: string): true | string {
  const accent = text.trim();
  return accent === '' || isColour(accent) || 'Enter a colour such as #1d4ed8';
}

/** The field of an accent with its picker, and what becomes of the accent in both schemes. */
export function AccentFields({ typed, field, onChoose, shadesOf, site, children }: Props) {
  const id = useId();
  const accent = typed.trim();
  const isValid = isColour(accent);
  const shown = useSettled(accent, PAUSE_MS);
  const palette = useQuery({
    ...shadesOf(shown.toLowerCase()),
    enabled: isColour(shown),
    placeholderData: keepPreviousData,
  });
  const shades = isValid ? palette.data : undefined;
  const preview = { chosen: accent, site };
  return (
    <>
      <div className="site-accent">
        <label className="site-swatch" htmlFor={`${id}-picker`}>
          <span className="field-label">Picker</span>
          <input
            id={`${id}-picker`}
            type="color"
            value={isValid ? accent.toLowerCase() : USUAL}
            onChange={({ target }) => {
              onChoose(target.value);
            }}
          />
        </label>
        <TextField
          label="Accent"
          placeholder="The usual blue"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...field}
        />
        {children}
      </div>
      <div className="site-schemes">
        <SchemePreview scheme="light" name="Light" shades={shades?.light} {...preview} />
        <SchemePreview scheme="dark" name="Dark" shades={shades?.dark} {...preview} />
      </div>
      {isValid && palette.isError && (
        <p className="checkbox-hint" role="alert">
          The preview could not be loaded.{' '}
          <button type="button" className="link-button" onClick={() => void palette.refetch()}>
            Try again
          </button>
        </p>
      )}
    </>
  );
}
