import { useQueryClient } from '@tanstack/react-query';

import { invalidateAfter } from '../../../shared/api/invalidation';
import type { Revision } from '../../../shared/api/types';
import { toast } from '../../../shared/toast';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog';
import type { Failure } from '../../../shared/ui/use-failure';
import { restoreRevision } from './api';

type Props = {
  postId: string;
  revision: Revision;
  /** The number of the present revision. */
  present: number;
  failure: Failure;
  onRestored: () => void;
  onClose: () => void;
};

/** Asks before a revision becomes the text of its post. */
export function RestoreRevision(props: Props) {
  const { postId, revision, present, failure, onRestored, onClose } = props;
  const client = useQueryClient();
  const { number, title } = revision;

  async function confirm() {
    try {
      await restoreRevision(postId, number, present);
      toast.success(`Version ${number} is restored`);
      onRestored();
      return true;
    } catch (error) {
      // Also when somebody has saved it meanwhile: the server says so.
      failure.show(error, `Failed to restore version ${number}`);
      return false;
    } finally {
      void invalidateAfter(client, 'post');
    }
  }

  return (
    <ConfirmDialog
      title={`Restore version ${number}?`}
      description={`The post gets the title “${title}” and the text of this version. The present one stays in the history as version ${present}.`}
      confirmText="Restore"
      busyText="Restoring..."
      tone="primary"
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
