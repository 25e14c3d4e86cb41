import { useQueryClient } from '@tanstack/react-query';

import type { User } from '../../shared/api/types';
import { patchAllQueries, readerPatch } from '../../shared/marks/patch-all-queries';
import { updateUser } from '../../shared/session/session';
import { ownProfileQuery, profileQuery } from './api';

/** Returns a function that updates the reader in the session and in all cached data. */
export function useShowUser(): (user: User) => void {
  const client = useQueryClient();
  return (user) => {
    // A response from before the change would undo it.
    void client.cancelQueries({ queryKey: ownProfileQuery(user._id).queryKey });
    updateUser(user);
    client.setQueryData(profileQuery(user._id).queryKey, user);
    patchAllQueries(client, readerPatch(user));
  };
}
