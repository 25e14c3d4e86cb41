import type { QueryClient } from '@tanstack/react-query';

import { mutesQuery } from './api';

type Change = { userId: string; name: string; isMuted: boolean };

/** Folds or unfolds the comments of a reader at once. */
export function showMuted(
  client: QueryClient,
  ownId: string,
  { userId: id, name, isMuted }: Change,
): void {
  client.setQueryData(mutesQuery(ownId).queryKey, (response) => {
    const others = response?.users.filter(({ _id }) => _id !== id) ?? [];
    const reader = { _id: id, id, name, username: name };
    return { success: true, users: isMuted ? [...others, reader] : others };
  });
}
