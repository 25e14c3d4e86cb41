import type { Note } from '../../shared/api/types';

/** Returns the name of the writer of a note, as a sentence has it. */
export function nameOf({ author }: Note, ownId: string | undefined): string {
  if (author === null) {
    return 'a former member';
  }
  return author.id === ownId ? 'you' : author.username;
}
