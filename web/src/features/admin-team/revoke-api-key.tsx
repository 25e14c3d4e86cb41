import { useQueryClient } from '@tanstack/react-query';

import { invalidateAfter } from '../../shared/api/invalidation';
import type { ApiKey } from '../../shared/api/types';
import { toast } from '../../shared/toast';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog';
import type { Failure } from '../../shared/ui/use-failure';
import { revokeApiKey } from './api';

type Props = { apiKey: ApiKey; failure: Failure; onRevoked: () => void; onClose: () => void };

export function RevokeApiKey({ apiKey, failure, onRevoked, onClose }: Props) {
  const client = useQueryClient();

  async function confirm() {
    try {
      const { message } = await revokeApiKey(apiKey._id);
      toast.success(message);
      onRevoked();
      return true;
    } catch (error) {
      failure.show(error, 'Failed to revoke the key');
      return false;
    } finally {
      // After an error as well: somebody else may have revoked it.
      void invalidateAfter(client, 'apiKey');
    }
  }

  return (
    <ConfirmDialog
      title={`Revoke the key ${apiKey.name}?`}
      description="The program that uses it is refused from its next request on."
      confirmText="Revoke"
      busyText="Revoking..."
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
