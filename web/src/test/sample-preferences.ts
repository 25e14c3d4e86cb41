import type { MailPreferences } from '../shared/api/types';

/** The preferences of somebody who has changed none. */
export const SAMPLE_PREFERENCES: MailPreferences = {
  reply: 'each',
  mention: 'each',
  thread: 'off',
  comment: 'each',
  post: 'weekly',
  moderation: 'each',
  review: 'each',
};
