import { useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';

import { invalidateAfter } from '../../shared/api/invalidation';
import type { Role, TeamMember } from '../../shared/api/types';
import { paths } from '../../shared/paths';
import { currentAdmin, updateAdmin } from '../../shared/session/admin-session';
import { WITH_ARTICLE } from '../../shared/session/role-texts';
import { toast } from '../../shared/toast';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog';
import type { Failure } from '../../shared/ui/use-failure';
import { changeRole } from './api';
import { RoleChoice } from './role-choice';

type Props = {
  member: TeamMember;
  /** Whether the member is the signed-in administrator, who thereby gives up this page. */
  isSelf: boolean;
  failure: Failure;
  onClose: () => void;
};

const GIVING_UP =
  'With another role you no longer see readers and the team, and your open invitations are withdrawn. Only another administrator can give this role back to you.';

/** The choice of another role for a member. */
export function ChangeRole({ member, isSelf, failure, onClose }: Props) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { register, control, getValues } = useForm<{ role: Role }>({
    defaultValues: { role: member.role },
  });
  const chosen = useWatch({ control, name: 'role' });

  async function confirm() {
    try {
      const { member: changed } = await changeRole(member._id, getValues('role'));
      if (isSelf) {
        await leavePage(changed.role);
      } else {
        toast.success(`${changed.username} is now ${WITH_ARTICLE[changed.role]}`);
      }
      return true;
    } catch (error) {
      failure.show(error, 'Failed to change the role');
      return false;
    } finally {
      // After an error as well: somebody else may have changed it or removed the member.
      void invalidateAfter(client, 'role');
    }
  }

  async function leavePage(role: Role) {
    // First: the guard of the page would show that it is not allowed any more.
    await navigate(paths.adminDashboard);
    const account = currentAdmin()?.account;
    if (account) {
      updateAdmin({ ...account, role });
    }
    toast.success(`You are now ${WITH_ARTICLE[role]}`);
  }

  return (
    <ConfirmDialog
      title={isSelf ? 'Change your own role?' : `Change the role of ${member.username}`}
      description={isSelf ? GIVING_UP : consequences(member)}
      confirmText="Change Role"
      busyText="Changing..."
      tone="primary"
      isReady={chosen !== member.role}
      onConfirm={confirm}
      onClose={onClose}
    >
      <RoleChoice field={register('role')} />
    </ConfirmDialog>
  );
}

function consequences({ role }: TeamMember): string {
  const validity = 'The new role applies at once.';
  return role === 'admin' ? `${validity} Their open invitations are withdrawn.` : validity;
}
