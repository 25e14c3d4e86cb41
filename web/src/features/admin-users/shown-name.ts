import type { User } from '../../shared/api/types';

/** Returns the name of a reader in the panel. */
export function shownName({ name, username }: Pick<User, 'name' | 'username'>): string {
  return name || username || 'Unnamed User';
}
