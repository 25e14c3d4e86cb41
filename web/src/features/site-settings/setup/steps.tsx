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
import { TextField } from '../../../shared/form/text-field';
import { INVALID_EMAIL, SHORT_PASSWORD, SHORT_USERNAME } from '../../../shared/form/texts';
import { AccentFields, accentRule } from '../accent-fields';
import { SettingText } from '../setting-text';
import { DESCRIPTION_LENGTH_MAX, NAME_LENGTH_MAX } from '../site-fields';
import { setupPaletteQuery } from './api';
import type { SetupValues } from './values';

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

/** The name of the site, its description and its accent. */
export function SiteStep({ form, locked }: Props & { locked: SiteSettings['locked'] }) {
  const { errors } = form.formState;
  const [name, description, accent] = useWatch({
    control: form.control,
    name: ['name', 'description', 'accent'],
  });
  const lockOf = (text: string) => locked.find(({ field }) => field === text);
  const nameLock = lockOf('name');
  const descriptionLock = lockOf('description');
  return (
    <>
      <SettingText
        label="Name of the site"
        limit={NAME_LENGTH_MAX}
        help="In the navigation, in titles, feeds and mails."
        lock={nameLock}
        text={name}
        field={{
          ...form.register('name', {
            validate: (text) =>
              nameLock !== undefined ||
              (text.trim() !== '' && lengthOf(text) <= NAME_LENGTH_MAX) ||
              `Enter a name of at most ${NAME_LENGTH_MAX} characters`,
          }),
          error: errors.name?.message,
        }}
      />
      <SettingText
        label="Description"
        limit={DESCRIPTION_LENGTH_MAX}
        help="On the home page, and where search engines and links show the site."
        rows={DESCRIPTION_ROWS}
        lock={descriptionLock}
        text={description}
        field={{
          ...form.register('description', {
            validate: (text) =>
              descriptionLock !== undefined ||
              lengthOf(text) <= DESCRIPTION_LENGTH_MAX ||
              `At most ${DESCRIPTION_LENGTH_MAX} characters`,
          }),
          error: errors.description?.message,
        }}
      />
      <AccentFields
        typed={accent}
        field={{
          ...form.register('accent', { validate: accentRule }),
          error: errors.accent?.message,
        }}
        onChoose={(colour) => {
          form.clearErrors('accent');
          form.setValue('accent', colour, { shouldDirty: true });
        }}
        shadesOf={setupPaletteQuery}
        site={name}
      />
    </>
  );
}
