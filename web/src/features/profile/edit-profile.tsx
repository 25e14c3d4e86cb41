import { useLayoutEffect, useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { toast } from '../../shared/toast';

import type { User } from '../../shared/api/types';
import { CheckboxField } from '../../shared/form/checkbox-field';
import { FormError } from '../../shared/form/form-error';
import { PasswordField } from '../../shared/form/password-field';
import { BIO_LENGTH_MAX, lengthOf } from '../../shared/form/rules';
import { applyServerErrors } from '../../shared/form/server-errors';
import { LINK_FIELDS } from '../../shared/form/social-links';
import { SubmitButton } from '../../shared/form/submit-button';
import { TextAreaField } from '../../shared/form/text-area-field';
import { TextField } from '../../shared/form/text-field';
import { paths } from '../../shared/paths';
import { LeaveDialog } from '../../shared/ui/leave-dialog';
import { changeProfile } from './api';
import './profile-edit.css';
import { PicturePicker } from './picture-picker';
import { FIELDS, type ProfileForm, changesIn, formOf, isNewEmail, rules } from './profile-form';
import { useShowUser } from './use-show-user';

const BIO_ROWS = 4;

type Props = { user: User; onDone: () => void };

export function EditProfile({ user, onDone }: Props) {
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const navigate = useNavigate();
  const showUser = useShowUser();
  const { register, handleSubmit, setError, control, formState } = useForm<ProfileForm>({
    defaultValues: formOf(user),
    mode: 'onTouched',
  });
  const { errors, isSubmitting, isDirty } = formState;
  const bio = useWatch({ control, name: 'bio' });
  const needsPassword = isNewEmail(useWatch({ control, name: 'email' }), user);

  async function save(form: ProfileForm) {
    try {
      const changes = changesIn(form, user);
      const saved = await changeProfile(user._id, changes);
      showUser(saved);
      toast.success('Profile updated successfully!');
      // Unmounts the form, and with it the dialog about unsaved changes, before the navigation.
      flushSync(onDone);
      if (changes.email && saved.pendingEmail) {
        void navigate(paths.verifyEmail, {
          state: { email: saved.pendingEmail, codeSentAt: Date.now() },
        });
      }
    } catch (error) {
      applyServerErrors(error, setError, FIELDS, 'Failed to update profile. Please try again.');
    }
  }

  // The button that opened the form is no longer rendered.
  useLayoutEffect(() => {
    title.current?.focus();
  }, []);

  return (
    <section className="profile-edit" aria-labelledby={titleId}>
      <h2 ref={title} id={titleId} className="profile-edit-title" tabIndex={-1}>
        Edit Profile
      </h2>
      <PicturePicker user={user} />
      <form className="form" noValidate onSubmit={(event) => void handleSubmit(save)(event)}>
        <TextField
          label="Name"
          autoComplete="name"
          error={errors.name?.message}
          {...register('name', rules.name)}
        />
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          hint="A new one is confirmed by a code"
          error={errors.email?.message}
          {...register('email', rules.email)}
        />
        {needsPassword && (
          <PasswordField
            label="Current password"
            hint="To change the email"
            autoComplete="current-password"
            error={errors.currentPassword?.message}
            {...register('currentPassword', {
              required: 'Please enter your current password',
              shouldUnregister: true,
            })}
          />
        )}
        <CheckboxField
          label="Hide my address from other readers"
          hint="Administrators still see it."
          {...register('hideEmail')}
        />
        <TextAreaField
          label="Bio"
          rows={BIO_ROWS}
          counter={{ used: lengthOf(bio.trim()), limit: BIO_LENGTH_MAX }}
          error={errors.bio?.message}
          {...register('bio', rules.bio)}
        />
        <fieldset className="profile-edit-links">
          <legend className="field-label">Social links</legend>
          {LINK_FIELDS.map(({ name, label, placeholder }) => (
            <TextField
              key={name}
              label={label}
              type="url"
              inputMode="url"
              placeholder={placeholder}
              autoComplete={name === 'website' ? 'url' : 'off'}
              error={errors.socialLinks?.[name]?.message}
              {...register(`socialLinks.${name}`, rules.link)}
            />
          ))}
        </fieldset>
        <FormError message={errors.root?.message} />
        <div className="profile-edit-foot">
          <button type="button" className="button button-quiet" onClick={onDone}>
            Cancel
          </button>
          <SubmitButton busyText="Saving..." isBusy={isSubmitting}>
            Save Changes
          </SubmitButton>
        </div>
      </form>
      <LeaveDialog isUnsaved={isDirty}>
        Your changes to the profile are lost if you leave.
      </LeaveDialog>
    </section>
  );
}
