import { useQueryClient } from '@tanstack/react-query';

import { invalidateAfter } from '../../shared/api/invalidation';
import type { Webhook } from '../../shared/api/types';
import { toast } from '../../shared/toast';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog';
import type { Failure } from '../../shared/ui/use-failure';
import { deleteWebhook } from './api';

type Props = { webhook: Webhook; failure: Failure; onDeleted: () => void; onClose: () => void };

export function DeleteWebhook({ webhook, failure, onDeleted, onClose }: Props) {
  const client = useQueryClient();

  async function confirm() {
    try {
      const { message } = await deleteWebhook(webhook._id);
      toast.success(message);
      onDeleted();
      return true;
    } catch (error) {
      failure.show(error, 'Failed to delete the webhook');
      return false;
    } finally {
      // After an error as well: somebody else may have deleted it.
      void invalidateAfter(client, 'webhook');
    }
  }

  return (
    <ConfirmDialog
      title="Delete the webhook?"
      description={`${webhook.url} is told of nothing any more, and what waits for it is not sent.`}
      confirmText="Delete"
      busyText="Deleting..."
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
