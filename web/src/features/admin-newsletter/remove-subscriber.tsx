import { useQueryClient } from '@tanstack/react-query';

import { queryKey } from '../../shared/api/query-key';
import type { Subscriber } from '../../shared/api/types';
import { toast } from '../../shared/toast';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog';
import type { Failure } from '../../shared/ui/use-failure';
import { removeSubscriber } from './api';

type Props = {
  subscriber: Subscriber;
  failure: Failure;
  onRemoved: () => void;
  onClose: () => void;
};

export function RemoveSubscriber({ subscriber, failure, onRemoved, onClose }: Props) {
  const client = useQueryClient();
  const { id, email } = subscriber;

  async function confirm() {
    try {
      await removeSubscriber(id);
      toast.success(`${email} gets no newsletter any more`);
      onRemoved();
      return true;
    } catch (error) {
      failure.show(error, 'Failed to remove the subscriber');
      return false;
    } finally {
      // After an error as well: they may have left before.
      void client.invalidateQueries({ queryKey: queryKey('admin', 'newsletter') });
    }
  }

  return (
    <ConfirmDialog
      title={`Remove ${email}?`}
      description="They get no newsletter any more, and are not notified. They can subscribe again."
      confirmText="Remove"
      busyText="Removing..."
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
