/** The kinds of mails, and the ways in which they come. */
import type { MailHow, MailPreferences } from '../../shared/api/types';
import type { Permissions } from '../../shared/session/permissions';

export type MailKind = keyof MailPreferences;

export const WAYS = [
  { value: 'off', label: 'Off' },
  { value: 'each', label: 'Each' },
  { value: 'daily', label: 'Daily' },
  { value: 'weekly', label: 'Weekly' },
] as const satisfies readonly { value: MailHow; label: string }[];

export type MailTexts = { kind: MailKind; name: string; explanation: string };

const REPLY: MailTexts = {
  kind: 'reply',
  name: 'Replies',
  explanation: 'Somebody replies to your comment.',
};
const MENTION: MailTexts = {
  kind: 'mention',
  name: 'Mentions',
  explanation: 'Somebody writes your name in a comment.',
};

/** The mails that readers get. */
export const READER_MAILS: readonly MailTexts[] = [
  REPLY,
  MENTION,
  {
    kind: 'thread',
    name: 'Conversations',
    explanation: 'New comments on posts that you follow.',
  },
  {
    kind: 'post',
    name: 'New posts',
    explanation: 'Posts of the authors and with the tags that you follow.',
  },
];

/** Returns the mails that a member of the staff gets. */
export function staffMails({ canModerate }: Permissions): readonly MailTexts[] {
  return [
    {
      kind: 'comment',
      name: 'Comments',
      explanation: 'Somebody comments on your post.',
    },
    REPLY,
    MENTION,
    {
      kind: 'review',
      name: 'Reviews',
      explanation: 'A draft is submitted, approved or sent back, or gets a note.',
    },
    ...(canModerate
      ? [
          {
            kind: 'moderation',
            name: 'Moderation',
            explanation: 'Comments wait for a moderator; at most one mail in ten minutes.',
          } as const,
        ]
      : []),
  ];
}
