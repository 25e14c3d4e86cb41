import { unwrap, api } from '../../shared/api/client';
import { webAddress } from '../../shared/form/web-address';
import type { ProfileImage, User } from '../../shared/api/types';

export type OnboardingValues = {
  name: string;
  bio: string;
  hideEmail: boolean;
  socialLinks: { website: string; github: string; linkedin: string; x: string };
};

/** Completes the profile of a new reader. */
export async function completeOnboarding(
  userId: string,
  { name, bio, hideEmail, socialLinks }: OnboardingValues,
  profileImage: ProfileImage,
): Promise<User> {
  const { website, github, linkedin, x } = socialLinks;
  const body = {
    userId,
    name: name.trim(),
    bio: bio.trim(),
    profileImage,
    hideEmail,
    socialLinks: {
      website: webAddress(website) ?? '',
      github: webAddress(github) ?? '',
      linkedin: webAddress(linkedin) ?? '',
      twitter: webAddress(x) ?? '',
    },
  };
  return (await unwrap(api.POST('/auth/complete-onboarding', { body }))).user;
}
