import { useId } from 'react';
import { useForm } from 'react-hook-form';

import type { User } from '../../shared/api/types';
import { CheckboxField } from '../../shared/form/checkbox-field';
import { FormError } from '../../shared/form/form-error';
import {
  BIO_LENGTH_MAX,
  LINK_LENGTH_MAX,
  NAME_LENGTH_MIN,
  lengthOf,
} from '../../shared/form/rules';
import { validateLink } from '../../shared/form/web-address';
import { applyServerErrors } from '../../shared/form/server-errors';
import { SubmitButton } from '../../shared/form/submit-button';
import { TextAreaField } from '../../shared/form/text-area-field';
import { TextField } from '../../shared/form/text-field';
import { type OnboardingValues, completeOnboarding } from './api';
import { AvatarPicker } from './avatar-picker';
import './onboarding.css';
import { useAvatarChoice } from './use-avatar-choice';

const FAILED = 'Failed to complete onboarding. Please try again.';

const FIELDS = [
  'name',
  'bio',
  'socialLinks.website',
  'socialLinks.github',
  'socialLinks.linkedin',
  'socialLinks.x',
] as const;

const LINKS = [
  { key: 'website', label: 'Website', placeholder: 'https://example.org' },
  { key: 'github', label: 'GitHub', placeholder: 'https://github.com/you' },
  { key: 'linkedin', label: 'LinkedIn', placeholder: 'https://linkedin.com/in/you' },
  { key: 'x', label: 'X/Twitter', placeholder: 'https://x.com/you' },
] as const;

/** `user` has the initial values; `onDone` is called with the completed reader. */
type Props = { user: User; onDone: (user: User) => void };

/** The form that completes the profile of a new reader. */
export function OnboardingForm({ user, onDone }: Props) {
  const linksHintId = useId();
  const choice = useAvatarChoice(user.profileImage?.url);
  const { register, handleSubmit, setError, formState } = useForm<OnboardingValues>({
    defaultValues: initialValues(user),
  });
  const { errors, isSubmitting } = formState;

  async function submit(values: OnboardingValues) {
    if (!choice.chosen) {
      setError('root', { message: FAILED });
      return;
    }
    try {
      onDone(await completeOnboarding(user._id, values, choice.chosen));
    } catch (error) {
      applyServerErrors(error, setError, FIELDS, FAILED);
    }
  }

  return (
    <form className="form" noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
      <AvatarPicker choice={choice} />
      <TextField
        label="Full Name"
        autoComplete="name"
        autoCapitalize="words"
        required
        error={errors.name?.message}
        {...register('name', { validate: checkName })}
      />
      <TextField label="Email" type="email" value={user.email} disabled readOnly />
      <CheckboxField
        label="Hide my address from other readers"
        hint="Without it, readers who are signed in see it on your profile."
        {...register('hideEmail')}
      />
      <TextAreaField
        label="Bio"
        required
        error={errors.bio?.message}
        {...register('bio', { validate: checkBio })}
      />
      <fieldset className="onboarding-links" aria-describedby={linksHintId}>
        <legend>Social Links</legend>
        <p id={linksHintId} className="onboarding-hint">
          Optional: where else people find you.
        </p>
        {LINKS.map(({ key, label, placeholder }) => (
          <TextField
            key={key}
            label={label}
            type="url"
            inputMode="url"
            autoComplete={key === 'website' ? 'url' : 'off'}
            placeholder={placeholder}
            maxLength={LINK_LENGTH_MAX}
            error={errors.socialLinks?.[key]?.message}
            {...register(`socialLinks.${key}`, { validate: validateLink })}
          />
        ))}
      </fieldset>
      <SubmitButton isBusy={isSubmitting} busyText="Completing Profile...">
        Complete Profile
      </SubmitButton>
      <FormError message={errors.root?.message} />
    </form>
  );
}

function initialValues({ name, bio, hideEmail, socialLinks }: User): OnboardingValues {
  const { website, github, linkedin, x } = socialLinks;
  return {
    name,
    bio,
    hideEmail: hideEmail ?? false,
    socialLinks: { website, github, linkedin, x },
  };
}

function checkName(text: string): true | string {
  const length = lengthOf(text.trim());
  if (length === 0) {
    return 'Name is required';
  }
  return length >= NAME_LENGTH_MIN || 'Name must be at least 2 characters long';
}

function checkBio(text: string): true | string {
  const length = lengthOf(text.trim());
  if (length === 0) {
    return 'Please add a short bio';
  }
  return length <= BIO_LENGTH_MAX || 'Bio must be less than 500 characters';
}
