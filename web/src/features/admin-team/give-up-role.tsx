import { useNavigate } from 'react-router';

import type { Role } from '../../shared/api/types';
import { paths } from '../../shared/paths';
import { currentAdmin, updateAdmin } from '../../shared/session/admin-session';
import { WITH_ARTICLE } from '../../shared/session/role-texts';
import { toast } from '../../shared/toast';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog';
import type { Failure } from '../../shared/ui/use-failure';
import { changeRole } from './api';

type Props = { role: Role; failure: Failure; onClose: () => void };

/** The confirmation of a lesser role for oneself, which ends the access to this page. */
export function GiveUpRole({ role, failure, onClose }: Props) {
  const navigate = useNavigate();

  async function confirm() {
    const account = currentAdmin()?.account;
    if (!account) {
      return false;
    }
    try {
      const { member } = await changeRole(account._id, role);
      // Leaves first: the guard of the page would show that it is not allowed any more.
      await navigate(paths.adminDashboard);
      updateAdmin({ ...account, role: member.role });
      toast.success(`You are now ${WITH_ARTICLE[member.role]}`);
      return true;
    } catch (error) {
      failure.show(error, 'Failed to change the role');
      return false;
    }
  }

  return (
    <ConfirmDialog
      title="Give up the admin role?"
      description={`As ${WITH_ARTICLE[role]} you no longer see readers and the team. Only another admin can make you an admin again.`}
      confirmText="Give up"
      busyText="Changing..."
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
