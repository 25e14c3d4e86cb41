import { useMutation, useQueryClient } from '@tanstack/react-query';

import { invalidateAfter } from '../../shared/api/invalidation';
import type { User } from '../../shared/api/types';
import type { Failure } from '../../shared/ui/use-failure';
import { unbanUser } from './api';

/** Returns a function that unbans a reader, without a confirmation. */
export function useUnban(failure: Failure): (user: User) => void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: unbanUser,
    onError: (error) => {
      failure.show(error, 'Failed to update user status');
    },
    onSettled: () => invalidateAfter(client, 'ban'),
  });
  return ({ _id: id }) => {
    mutate(id);
  };
}
