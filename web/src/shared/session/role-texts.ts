/** The texts about the roles of the staff. */
import type { Role } from '../api/types';

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  contributor: 'Contributor',
  author: 'Author',
  editor: 'Editor',
  admin: 'Administrator',
};

/** The names in a sentence. */
export const WITH_ARTICLE: Readonly<Record<Role, string>> = {
  contributor: 'a contributor',
  author: 'an author',
  editor: 'an editor',
  admin: 'an administrator',
};

/** A sentence for each role. */
export const ROLE_SUMMARIES: Readonly<Record<Role, string>> = {
  contributor: 'Writes drafts, which an editor publishes.',
  author: 'Writes and publishes posts of their own.',
  editor: 'Edits, publishes and features all posts, and moderates comments.',
  admin: 'Does everything, and looks after readers and the team.',
};
