import { useQueryClient } from '@tanstack/react-query';

import { invalidateAfter } from '../../shared/api/invalidation';
import type { AuthorRequest } from '../../shared/api/types';
import { toast } from '../../shared/toast';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog';
import type { Failure } from '../../shared/ui/use-failure';
import { declineRequest } from './api';

type Props = {
  request: AuthorRequest;
  failure: Failure;
  onAnswered: () => void;
  onClose: () => void;
};

export function DeclineRequest({ request, failure, onAnswered, onClose }: Props) {
  const client = useQueryClient();

  async function confirm() {
    try {
      const { message } = await declineRequest(request._id);
      toast.success(message);
      onAnswered();
      return true;
    } catch (error) {
      failure.show(error, 'Failed to decline the request');
      return false;
    } finally {
      // After an error as well: somebody else may have answered it.
      void invalidateAfter(client, 'invitation');
    }
  }

  return (
    <ConfirmDialog
      title={`Decline the request of ${request.user.name}?`}
      description="They are not notified, and they can ask again."
      confirmText="Decline"
      busyText="Declining..."
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
