import type { User } from '../../shared/api/types';

/** What a reader is called in the panel. */
export function shownName({ name, username }: Pick<User, 'name' | 'username'>): string {
  return name || username || 'Unnamed User';
}
