import type { Revision } from '../../../shared/api/types';

const REASONS: Readonly<Record<string, string>> = {
  save: 'Saved',
  publish: 'Published',
  unpublish: 'Taken back to a draft',
  restore: 'Restored from an earlier version',
  conflict: 'Put aside in a conflict',
  import: 'As it was before the history began',
};

/** Returns in words why a revision was stored. */
export function reasonOf({ reason }: Pick<Revision, 'reason'>): string {
  return REASONS[reason] ?? reason;
}

/** Returns the number of a revision with its name. */
export function versionOf({ number, name }: Pick<Revision, 'number' | 'name'>): string {
  return name ? `Version ${number} · ${name}` : `Version ${number}`;
}
