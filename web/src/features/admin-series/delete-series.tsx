import { useQueryClient } from '@tanstack/react-query';

import { invalidateAfter } from '../../shared/api/invalidation';
import type { Series } from '../../shared/api/types';
import { toast } from '../../shared/toast';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog';
import type { Failure } from '../../shared/ui/use-failure';
import { deleteSeries } from './api';

type Props = {
  series: Series;
  failure: Failure;
  onDeleted: () => void;
  onClose: () => void;
};

export function DeleteSeries({ series, failure, onDeleted, onClose }: Props) {
  const client = useQueryClient();

  async function confirm() {
    try {
      const { message } = await deleteSeries(series._id);
      toast.success(message);
      onDeleted();
      return true;
    } catch (error) {
      failure.show(error, 'Failed to delete the series');
      return false;
    } finally {
      // After an error as well: somebody else may have deleted it.
      void invalidateAfter(client, 'series');
    }
  }

  return (
    <ConfirmDialog
      title="Delete the series?"
      description={
        <>
          The page of <strong>{series.title}</strong> goes. Its posts stay.
        </>
      }
      confirmText="Delete"
      busyText="Deleting..."
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
