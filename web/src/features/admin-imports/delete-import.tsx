import { useQueryClient } from '@tanstack/react-query';

import { invalidateAfter } from '../../shared/api/invalidation';
import type { Import } from '../../shared/api/types';
import { toast } from '../../shared/toast';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog';
import type { Failure } from '../../shared/ui/use-failure';
import { deleteImport } from './api';
import { isOver } from './import-texts';

type Props = { removed: Import; failure: Failure; onClose: () => void };

/** Asks whether an import is to be cancelled, or its report to be deleted. */
export function DeleteImport({ removed, failure, onClose }: Props) {
  const client = useQueryClient();
  const isCancelled = !isOver(removed);

  async function confirm() {
    try {
      const { message } = await deleteImport(removed._id);
      toast.success(isCancelled ? 'The import is cancelled' : message);
      return true;
    } catch (error) {
      failure.show(error, isCancelled ? 'Failed to cancel the import' : 'Failed to delete it');
      return false;
    } finally {
      // After an error as well: somebody else may have deleted it.
      void invalidateAfter(client, 'import');
    }
  }

  return (
    <ConfirmDialog
      title={isCancelled ? 'Cancel the import?' : 'Delete the import?'}
      description={
        <>
          {isCancelled ? 'The upload and the report of ' : 'The report of '}
          <strong>{removed.fileName}</strong> {isCancelled ? 'are' : 'is'} deleted.{' '}
          {removed.appliedAt !== null && 'What was imported stays.'}
        </>
      }
      confirmText={isCancelled ? 'Cancel import' : 'Delete'}
      busyText={isCancelled ? 'Cancelling...' : 'Deleting...'}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
