import { useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';

import { invalidateAfter } from '../../shared/api/invalidation';
import type { User } from '../../shared/api/types';
import { lengthOf } from '../../shared/form/rules';
import { TextAreaField } from '../../shared/form/text-area-field';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog';
import type { Failure } from '../../shared/ui/use-failure';
import { BAN_REASON_LENGTH_MAX, banUser } from './api';
import { shownName } from './shown-name';

type Props = { user: User; failure: Failure; onClose: () => void };

/** The confirmation of a ban, with an optional reason. */
export function BanUser({ user, failure, onClose }: Props) {
  const client = useQueryClient();
  const { register, getValues, control } = useForm({ defaultValues: { reason: '' } });
  const reason = useWatch({ control, name: 'reason' });

  async function confirm() {
    try {
      await banUser(user._id, getValues('reason').trim());
      return true;
    } catch (error) {
      failure.show(error, 'Failed to update user status');
      return false;
    } finally {
      void invalidateAfter(client, 'ban');
    }
  }

  return (
    <ConfirmDialog
      title={`Ban ${shownName(user)}?`}
      description={`${user.email} is signed out everywhere, and told the reason when signing in.`}
      confirmText="Ban User"
      busyText="Banning..."
      onConfirm={confirm}
      onClose={onClose}
    >
      <TextAreaField
        label="Reason"
        placeholder="Enter reason for banning user..."
        maxLength={BAN_REASON_LENGTH_MAX}
        counter={{ used: lengthOf(reason), limit: BAN_REASON_LENGTH_MAX }}
        {...register('reason')}
      />
    </ConfirmDialog>
  );
}
