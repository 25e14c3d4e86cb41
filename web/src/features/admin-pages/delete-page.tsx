import { useQueryClient } from '@tanstack/react-query';

import { invalidateAfter } from '../../shared/api/invalidation';
import type { ManagedStaticPage } from '../../shared/api/types';
import { toast } from '../../shared/toast';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog';
import type { Failure } from '../../shared/ui/use-failure';
import { deletePage } from './api';

type Props = {
  page: ManagedStaticPage;
  failure: Failure;
  onDeleted: () => void;
  onClose: () => void;
};

export function DeletePage({ page, failure, onDeleted, onClose }: Props) {
  const client = useQueryClient();

  async function confirm() {
    try {
      await deletePage(page._id);
      toast.success('The page is deleted');
      onDeleted();
      return true;
    } catch (error) {
      failure.show(error, 'Failed to delete the page');
      return false;
    } finally {
      // After an error as well: it may have been deleted before.
      void invalidateAfter(client, 'staticPage');
    }
  }

  return (
    <ConfirmDialog
      title="Delete this page?"
      description={
        <>
          <strong>{page.title}</strong> goes for good, with its history. Links to {page.path} lead
          nowhere then.
        </>
      }
      confirmText="Delete"
      busyText="Deleting..."
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
