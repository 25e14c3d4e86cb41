import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';

import { invalidateAfter } from '../../shared/api/invalidation';
import type { AuthorRequest, Role } from '../../shared/api/types';
import { toast } from '../../shared/toast';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog';
import type { Failure } from '../../shared/ui/use-failure';
import { invite } from './api';
import { RoleChoice } from './role-choice';

type Props = {
  request: AuthorRequest;
  failure: Failure;
  onAnswered: () => void;
  onClose: () => void;
};

/** The invitation of a reader who asks to write, which ends the request. */
export function InviteRequester({ request: { user, email }, failure, onAnswered, onClose }: Props) {
  const client = useQueryClient();
  const { register, getValues } = useForm<{ role: Role }>({ defaultValues: { role: 'author' } });

  async function confirm() {
    try {
      const { message } = await invite(email, getValues('role'));
      toast.success(message);
      onAnswered();
      return true;
    } catch (error) {
      failure.show(error, 'Failed to send the invitation');
      return false;
    } finally {
      void invalidateAfter(client, 'invitation');
    }
  }

  return (
    <ConfirmDialog
      title={`Invite ${user.name} to the team?`}
      description={`A link to join is sent to ${email}.`}
      confirmText="Send Invitation"
      busyText="Sending..."
      tone="primary"
      onConfirm={confirm}
      onClose={onClose}
    >
      <RoleChoice field={register('role')} />
    </ConfirmDialog>
  );
}
