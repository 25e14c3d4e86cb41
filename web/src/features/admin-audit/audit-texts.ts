/** The changes of the audit log in words. The operator's manual lists them as well. */
import type { TeamMember } from '../../shared/api/types';

type Area = {
  /** The name in the API. */
  name: string;
  label: string;
  /** What was done, by the rest of the name in the API. */
  changes: Readonly<Record<string, string>>;
};

export const AREAS: readonly Area[] = [
  {
    name: 'post',
    label: 'Posts',
    changes: {
      created: 'created a post',
      updated: 'saved a post',
      conflicted: 'met a newer version of a post',
      restored: 'restored a version of a post',
      revision_named: 'named a version of a post',
      deleted: 'deleted a post',
      featured: 'put a post on the home page',
      unfeatured: 'took a post off the home page',
      submitted: 'submitted a draft for review',
      approved: 'approved a draft',
      changes_requested: 'asked for changes to a draft',
      note_added: 'wrote a note on a post',
      authors_changed: 'changed the authors of a post',
      scheduled: 'planned the publication of a draft',
      unscheduled: 'cancelled a planned publication',
      published: 'published a planned draft',
      preview_linked: 'made a preview link of a draft',
      preview_revoked: 'revoked the preview link of a draft',
    },
  },
  {
    name: 'static_page',
    label: 'Pages',
    changes: {
      created: 'created a page',
      updated: 'saved a page',
      conflicted: 'met a newer version of a page',
      restored: 'restored a version of a page',
      deleted: 'deleted a page',
      preview_linked: 'made a preview link of a page',
      preview_revoked: 'revoked the preview link of a page',
    },
  },
  {
    name: 'redirect',
    label: 'Redirects',
    changes: {
      created: 'made a redirect',
      changed: 'changed a redirect',
      deleted: 'deleted a redirect',
      imported: 'imported redirects from a file',
    },
  },
  {
    name: 'import',
    label: 'Imports',
    changes: {
      uploaded: 'uploaded an export',
      changed: 'changed how an export is imported',
      applied: 'imported an export',
      deleted: 'deleted an import',
    },
  },
  {
    name: 'comment',
    label: 'Comments',
    changes: {
      created: 'wrote a comment',
      edited: 'changed an own comment',
      deleted: 'deleted a comment',
      approved: 'approved a comment',
      removed: 'removed a comment',
      spam: 'removed a comment as spam',
      dismissed: 'dismissed the reports of a comment',
    },
  },
  {
    name: 'spam_rules',
    label: 'Spam rules',
    changes: { changed: 'changed the rules against spam' },
  },
  {
    name: 'reader',
    label: 'Readers',
    changes: {
      banned: 'banned a reader',
      unbanned: 'lifted the ban of a reader',
      standing_changed: 'changed the standing of a reader',
    },
  },
  {
    name: 'member',
    label: 'Team',
    changes: {
      invited: 'invited somebody to the team',
      joined: 'joined the team',
      role_changed: 'changed the role of a member',
      removed: 'removed a member',
    },
  },
  { name: 'invite', label: 'Invitations', changes: { withdrawn: 'withdrew an invitation' } },
  {
    name: 'author_request',
    label: 'Requests to write',
    changes: { declined: 'declined a request to write' },
  },
  {
    name: 'site',
    label: 'Site',
    changes: {
      changed: 'changed the settings of the site',
      exported: 'exported the whole site',
    },
  },
  {
    name: 'mail',
    label: 'Mail server',
    changes: {
      changed: 'changed the mail server',
      tested: 'tested the mail server',
    },
  },
  {
    name: 'newsletter',
    label: 'Newsletter',
    changes: { tested: 'mailed themselves the newsletter' },
  },
  {
    name: 'subscriber',
    label: 'Subscribers',
    changes: { removed: 'removed a subscriber' },
  },
  {
    name: 'suppression',
    label: 'Suppressed addresses',
    changes: { lifted: 'allowed mails to an address again' },
  },
  {
    name: 'account',
    label: 'Own accounts',
    changes: {
      renamed: 'changed their name',
      email_requested: 'asked for another email',
      email_changed: 'changed their email',
      email_undone: 'undid a change of their email',
      password_changed: 'changed their password',
      preferences_changed: 'changed which mails they get',
      signed_out_everywhere: 'signed out everywhere',
      session_ended: 'ended a session of theirs',
      unlocked: 'unlocked an account',
    },
  },
  {
    name: 'second_factor',
    label: 'Second factors',
    changes: {
      enabled: 'set up a second factor',
      disabled: 'gave up their second factor',
      reset: 'removed the second factor of an account',
      recovery_codes_renewed: 'renewed their recovery codes',
    },
  },
  {
    name: 'passkey',
    label: 'Passkeys',
    changes: {
      added: 'added a passkey',
      renamed: 'renamed a passkey',
      removed: 'removed a passkey',
    },
  },
  {
    name: 'api_key',
    label: 'API keys',
    changes: {
      created: 'made an API key',
      revoked: 'revoked an API key',
    },
  },
  {
    name: 'webhook',
    label: 'Webhooks',
    changes: {
      created: 'made a webhook',
      changed: 'changed a webhook',
      deleted: 'deleted a webhook',
      sent_again: 'sent an event again',
      switched_off: 'switched off a webhook that failed',
    },
  },
];

/** The areas whose changes have the number of a version as their target. */
const VERSIONED = ['site', 'mail', 'spam_rules'];

const TEXTS: ReadonlyMap<string, string> = new Map(
  AREAS.flatMap(({ name, changes }) =>
    Object.entries(changes).map(([rest, text]) => [`${name}.${rest}`, text] as const),
  ),
);

/** Returns what was done, after the name of who did it; the name of the change if another version has written it. */
export function changeText(action: string): string {
  return TEXTS.get(action) ?? action;
}

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gu;

/** Returns what the log says further about a change, with the names of the members whose ids it has. */
export function detailText(detail: string, members: readonly TeamMember[]): string {
  const name = (id: string) => members.find((member) => member._id === id)?.username ?? id;
  return detail.replaceAll(ID, name);
}

/** Returns whether a text is an ISO 8601 timestamp in UTC, the form of times in the log. */
export function isTime(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/u.test(text);
}

/** Returns what was changed in words: the log numbers settings by their versions, and names comments by their posts. */
export function targetText(area: string, target: string, name: string | null): string {
  if (name !== null) {
    return area === 'comment' ? `on ${name}` : name;
  }
  return VERSIONED.includes(area) && /^\d+$/u.test(target) ? `Version ${target}` : target;
}

/** Returns a text with a capital at its beginning. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
