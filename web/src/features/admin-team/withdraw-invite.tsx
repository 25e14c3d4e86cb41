import { useQueryClient } from '@tanstack/react-query';

import { invalidateAfter } from '../../shared/api/invalidation';
import type { Invite } from '../../shared/api/types';
import { toast } from '../../shared/toast';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog';
import type { Failure } from '../../shared/ui/use-failure';
import { withdrawInvite } from './api';

type Props = { invite: Invite; failure: Failure; onWithdrawn: () => void; onClose: () => void };

export function WithdrawInvite({ invite, failure, onWithdrawn, onClose }: Props) {
  const client = useQueryClient();

  async function confirm() {
    try {
      const { message } = await withdrawInvite(invite._id);
      toast.success(message);
      onWithdrawn();
      return true;
    } catch (error) {
      failure.show(error, 'Failed to withdraw the invitation');
      return false;
    } finally {
      // After an error as well: it may have been used before.
      void invalidateAfter(client, 'invitation');
      void invalidateAfter(client, 'role');
    }
  }

  return (
    <ConfirmDialog
      title={`Withdraw the invitation of ${invite.email}?`}
      description="The link in the mail will no longer work. They are not notified."
      confirmText="Withdraw"
      busyText="Withdrawing..."
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
