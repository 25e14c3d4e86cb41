import type { Note } from '../../shared/api/types';

/** Returns the name of the writer of a note, as it stands within a sentence. */
export function nameOf({ author }: Note, ownId: string | undefined): string {
  if (author === null) {
    return 'a former member';
  }
  return author.id === ownId ? 'you' : author.username;
}

/** Returns the name of the writer of a note at the beginning of a sentence. */
export function leadingNameOf({ author }: Note, ownId: string | undefined): string {
  if (author === null) {
    return 'A former member';
  }
  return author.id === ownId ? 'You' : author.username;
}
