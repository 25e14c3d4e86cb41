import { useQueryClient } from '@tanstack/react-query';

import type { User } from '../../shared/api/types';
import { patchCopies, readerPatch } from '../../shared/marks/cached-copies';
import { updateUser } from '../../shared/session/session';
import { ownProfileQuery, profileQuery } from './api';

/** Shows the reader as they are now, in the session and wherever their name stands. */
export function useShowUser(): (user: User) => void {
  const client = useQueryClient();
  return (user) => {
    // An answer from before the change would take it back.
    void client.cancelQueries({ queryKey: ownProfileQuery(user._id).queryKey });
    updateUser(user);
    client.setQueryData(profileQuery(user._id).queryKey, user);
    patchCopies(client, readerPatch(user));
  };
}
