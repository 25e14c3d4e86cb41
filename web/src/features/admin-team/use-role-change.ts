import { useMutation, useQueryClient } from '@tanstack/react-query';

import { invalidateAfter } from '../../shared/api/invalidation';
import { queryKey } from '../../shared/api/query-key';
import type { Role, TeamMember } from '../../shared/api/types';
import { WITH_ARTICLE } from '../../shared/session/role-texts';
import { toast } from '../../shared/toast';
import type { Failure } from '../../shared/ui/use-failure';
import { changeRole } from './api';

const MUTATION_KEY = ['change-role'];

type Change = { member: TeamMember; role: Role };

/** Changes the roles of others: shown at once, one request after the other. */
export function useRoleChange(failure: Failure): (member: TeamMember, role: Role) => void {
  const client = useQueryClient();

  function show(id: string, role: Role) {
    client.setQueriesData<{ members: TeamMember[] }>(
      { queryKey: queryKey('admin', 'team') },
      (list) =>
        list && {
          ...list,
          members: list.members.map((member) => (member._id === id ? { ...member, role } : member)),
        },
    );
  }

  const { mutate } = useMutation({
    mutationKey: MUTATION_KEY,
    scope: { id: 'change-role' },
    mutationFn: ({ member, role }: Change) => changeRole(member._id, role),
    onMutate: ({ member, role }) => {
      // A response from before the change would undo it.
      void client.cancelQueries({ queryKey: queryKey('admin', 'team') });
      show(member._id, role);
    },
    onSuccess: ({ member }) => {
      toast.success(`${member.username} is now ${WITH_ARTICLE[member.role]}`);
    },
    onError: (error, { member }) => {
      show(member._id, member.role);
      failure.show(error, 'Failed to change the role');
    },
    onSettled: () => {
      // A refetch during another mutation would undo its change.
      if (client.isMutating({ mutationKey: MUTATION_KEY }) === 1) {
        void invalidateAfter(client, 'role');
      }
    },
  });

  return (member, role) => {
    mutate({ member, role });
  };
}
