import { useQueryClient } from '@tanstack/react-query';

import { invalidateAfter } from '../../../shared/api/invalidation';
import type { StaticPageRevision } from '../../../shared/api/types';
import { toast } from '../../../shared/toast';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog';
import type { Failure } from '../../../shared/ui/use-failure';
import { restorePage } from './api';

type Props = {
  pageId: string;
  revision: StaticPageRevision;
  /** The number of the present revision. */
  present: number;
  failure: Failure;
  onClose: () => void;
};

/** Asks before a revision becomes the text of its static page. */
export function RestoreVersion({ pageId, revision, present, failure, onClose }: Props) {
  const client = useQueryClient();
  const { number, title } = revision;

  async function confirm() {
    try {
      await restorePage(pageId, number, present);
      toast.success(`Version ${number} is restored`);
      return true;
    } catch (error) {
      // Also when somebody has saved it meanwhile: the server says so.
      failure.show(error, `Failed to restore version ${number}`);
      return false;
    } finally {
      void invalidateAfter(client, 'staticPage');
    }
  }

  return (
    <ConfirmDialog
      title={`Restore version ${number}?`}
      description={`The page gets the title “${title}” and the text of this version. The present one stays in the history as version ${present}.`}
      confirmText="Restore"
      busyText="Restoring..."
      tone="primary"
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
