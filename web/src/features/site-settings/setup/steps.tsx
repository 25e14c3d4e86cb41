import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';

import type { SiteSettings } from '../../../shared/api/types';
import { PasswordField } from '../../../shared/form/password-field';
import { PasswordStrength } from '../../../shared/form/password-strength';
import {
  NAME_LENGTH_MIN,
  PASSWORD_LENGTH_MIN,
  isEmail,
  lengthOf,
} from '../../../shared/form/rules';
import { TextAreaField } from '../../../shared/form/text-area-field';
import { TextField } from '../../../shared/form/text-field';
import { INVALID_EMAIL, SHORT_PASSWORD, SHORT_USERNAME } from '../../../shared/form/texts';
import { SchemePreview } from '../scheme-preview';
import { DESCRIPTION_LENGTH_MAX, NAME_LENGTH_MAX } from '../site-fields';
import { useSettled } from '../use-settled';
import { setupPaletteQuery } from './api';
import type { SetupValues } from './values';

const PAUSE_MS = 150;
/** Where the picker begins: the accent of the stylesheet. */
const USUAL = '#2b50c8';
const DESCRIPTION_ROWS = 2;

type Props = { form: UseFormReturn<SetupValues> };

/** The first administrator. */
export function AdminStep({ form }: Props) {
  const strengthId = useId();
  const { errors } = form.formState;
  const password = useWatch({ control: form.control, name: 'password' });
  return (
    <>
      <TextField
        label="Username"
        hint="Readers see it on your posts"
        autoComplete="nickname"
        autoCapitalize="none"
        error={errors.username?.message}
        {...form.register('username', {
          validate: (text) => lengthOf(text.trim()) >= NAME_LENGTH_MIN || SHORT_USERNAME,
        })}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        error={errors.email?.message}
        {...form.register('email', { validate: (text) => isEmail(text) || INVALID_EMAIL })}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        aria-describedby={strengthId}
        error={errors.password?.message}
        {...form.register('password', {
          validate: (text) => lengthOf(text) >= PASSWORD_LENGTH_MIN || SHORT_PASSWORD,
        })}
      />
      <PasswordStrength id={strengthId} password={password} />
    </>
  );
}

function isColour(text: string): boolean {
  return /^#[\da-f]{6}$/iu.test(text);
}

/** The name of the site, its description and its accent. */
export function SiteStep({ form, locked }: Props & { locked: SiteSettings['locked'] }) {
  const id = useId();
  const { errors } = form.formState;
  const accent = useWatch({ control: form.control, name: 'accent' }).trim();
  const isValid = isColour(accent);
  const shown = useSettled(accent, PAUSE_MS);
  const palette = useQuery({
    ...setupPaletteQuery(shown.toLowerCase()),
    enabled: isColour(shown),
    placeholderData: keepPreviousData,
  });
  const shades = isValid ? palette.data : undefined;
  const lockOf = (name: string) => locked.find(({ field }) => field === name)?.variable;
  const help = (name: string) => {
    const variable = lockOf(name);
    return variable === undefined ? undefined : `Set by ${variable} on the server`;
  };
  return (
    <>
      <TextField
        label="Name of the site"
        hint={help('name')}
        readOnly={lockOf('name') !== undefined}
        autoComplete="off"
        error={errors.name?.message}
        {...form.register('name', {
          validate: (text) =>
            (text.trim() !== '' &&
              (lockOf('name') !== undefined || lengthOf(text) <= NAME_LENGTH_MAX)) ||
            `Enter a name of at most ${NAME_LENGTH_MAX} characters`,
        })}
      />
      <TextAreaField
        label="Description"
        rows={DESCRIPTION_ROWS}
        readOnly={lockOf('description') !== undefined}
        error={errors.description?.message}
        {...form.register('description', {
          validate: (text) =>
            lockOf('description') !== undefined ||
            lengthOf(text) <= DESCRIPTION_LENGTH_MAX ||
            `At most ${DESCRIPTION_LENGTH_MAX} characters`,
        })}
      />
      <div className="site-accent setup-accent">
        <label className="site-swatch" htmlFor={`${id}-picker`}>
          <span className="field-label">Picker</span>
          <input
            id={`${id}-picker`}
            type="color"
            value={isValid ? accent.toLowerCase() : USUAL}
            onChange={({ target }) => {
              form.clearErrors('accent');
              form.setValue('accent', target.value, { shouldDirty: true });
            }}
          />
        </label>
        <TextField
          label="Accent"
          placeholder="The usual blue"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.accent?.message}
          {...form.register('accent', {
            validate: (text) =>
              text.trim() === '' || isColour(text.trim()) || 'Enter a colour such as #1d4ed8',
          })}
        />
      </div>
      <div className="site-schemes">
        <SchemePreview scheme="light" name="Light" chosen={accent} shades={shades?.light} />
        <SchemePreview scheme="dark" name="Dark" chosen={accent} shades={shades?.dark} />
      </div>
    </>
  );
}
