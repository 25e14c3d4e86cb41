import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { queryKey } from '../shared/api/query-key';
import { useAdmin } from '../shared/session/admin-session';
import { useRole } from '../shared/session/permissions';

/**
 * Discards what was fetched for the administrator's earlier role once they have another one, such as drafts of others
 * and email addresses of readers. What is on the page is fetched again.
 */
export function useOwnRoleChange(): void {
  const queryClient = useQueryClient();
  const id = useAdmin()?.account._id;
  const role = useRole();
  const previous = useRef({ id, role });

  useEffect(() => {
    const isOtherRole = previous.current.id === id && previous.current.role !== role;
    previous.current = { id, role };
    if (isOtherRole) {
      void queryClient.resetQueries({ queryKey: queryKey('admin') });
      // Public profiles show administrators the addresses that readers hide.
      void queryClient.resetQueries({ queryKey: queryKey('users') });
    }
  }, [queryClient, id, role]);
}
