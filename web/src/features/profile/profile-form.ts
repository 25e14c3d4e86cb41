/** The editable fields of a profile and their limits (product.md §5). */
import type { User } from '../../shared/api/types';
import {
  BIO_LENGTH_MAX,
  NAME_LENGTH_MAX,
  NAME_LENGTH_MIN,
  isEmail,
  lengthOf,
} from '../../shared/form/rules';
import { type LinkTexts, linksOf } from '../../shared/form/social-links';
import { validateLink } from '../../shared/form/web-address';
import type { ProfileChanges } from './api';

export type ProfileForm = {
  name: string;
  email: string;
  currentPassword: string;
  hideEmail: boolean;
  bio: string;
  socialLinks: LinkTexts;
};

export const FIELDS = [
  'name',
  'email',
  'currentPassword',
  'bio',
  'socialLinks.website',
  'socialLinks.github',
  'socialLinks.linkedin',
  'socialLinks.x',
] as const;

export const rules = {
  name: { validate: nameFault },
  email: { validate: emailFault },
  bio: { validate: bioFault },
  link: { validate: validateLink },
};

export function formOf({ name, email, hideEmail, bio, socialLinks }: User): ProfileForm {
  const { website, github, linkedin, x, twitter } = socialLinks;
  return {
    name,
    email,
    currentPassword: '',
    hideEmail: hideEmail ?? false,
    bio,
    socialLinks: { website, github, linkedin, x: x || twitter },
  };
}

/** Returns the changes. The email is sent only if it is new: sending the current one cancels a pending change. */
export function changesIn(form: ProfileForm, user: User): ProfileChanges {
  const email = form.email.trim();
  return {
    name: form.name.trim(),
    bio: form.bio.trim(),
    socialLinks: linksOf(form.socialLinks),
    hideEmail: form.hideEmail,
    ...(isNewEmail(email, user) && { email, currentPassword: form.currentPassword }),
  };
}

/** Whether the email differs from the current one, which requires the password. */
export function isNewEmail(email: string, user: User): boolean {
  return isEmail(email) && email.trim().toLowerCase() !== user.email.toLowerCase();
}

function nameFault(text: string): string | true {
  const length = lengthOf(text.trim());
  if (length === 0) {
    return 'Name is required';
  }
  if (length < NAME_LENGTH_MIN) {
    return 'Name must be at least 2 characters';
  }
  return length <= NAME_LENGTH_MAX || 'Name must be at most 100 characters';
}

function emailFault(text: string): string | true {
  if (text.trim() === '') {
    return 'Email is required';
  }
  return isEmail(text) || 'Invalid email format';
}

function bioFault(text: string): string | true {
  return lengthOf(text.trim()) <= BIO_LENGTH_MAX || 'Bio must be less than 500 characters';
}
