import { useQueryClient } from '@tanstack/react-query';

import { invalidateAfter } from '../../shared/api/invalidation';
import type { Redirect } from '../../shared/api/types';
import { toast } from '../../shared/toast';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog';
import type { Failure } from '../../shared/ui/use-failure';
import { deleteRedirect } from './api';
import { nameOf } from './redirect-texts';

type Props = {
  redirect: Redirect;
  failure: Failure;
  onDeleted: () => void;
  onClose: () => void;
};

export function DeleteRedirect({ redirect, failure, onDeleted, onClose }: Props) {
  const client = useQueryClient();

  async function confirm() {
    try {
      const { message } = await deleteRedirect(redirect._id);
      toast.success(message);
      onDeleted();
      return true;
    } catch (error) {
      failure.show(error, 'Failed to delete the redirect');
      return false;
    } finally {
      // After an error as well: somebody else may have deleted it.
      void invalidateAfter(client, 'redirect');
    }
  }

  return (
    <ConfirmDialog
      title="Delete the redirect?"
      description={
        <>
          Whoever follows <strong>{nameOf(redirect)}</strong> finds nothing then.
        </>
      }
      confirmText="Delete"
      busyText="Deleting..."
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
